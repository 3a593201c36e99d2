/** Reports of the panel. */
export const adminReportTypes = ['register', 'subscriptions', 'flows', 'verifications', 'access'] as const
export type AdminReportType = (typeof adminReportTypes)[number]

export const reportFormats = ['csv', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** How often a schedule sends, for the previous day, week from Monday, or month. */
export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** Titles of the reports in the panel, files and emails. */
export const adminReportTitles: Record<AdminReportType, string> = {
  register: 'Register of holders',
  subscriptions: 'Subscriptions',
  flows: 'Cash flows',
  verifications: 'Verification status',
  access: 'Administrator activity',
}
