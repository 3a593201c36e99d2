/** Reports of the panel. */
export const panelReports = ['register', 'subscriptions', 'flows', 'verifications', 'access'] as const
export type PanelReport = (typeof panelReports)[number]

export const reportFormats = ['csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** How often a schedule sends: for the day, the week from Monday, or the month before. */
export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** The titles of the reports, in the panel, in files and in mails. */
export const panelReportTitles: Record<PanelReport, string> = {
  register: 'Register of holders',
  subscriptions: 'Subscriptions',
  flows: 'Flows',
  verifications: 'Verification states',
  access: 'Access by administrator',
}
