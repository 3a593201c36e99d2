export const registerTabs = [
  { value: 'holders', label: 'Holders' },
  { value: 'entries', label: 'Entries' },
  { value: 'distributions', label: 'Distributions' },
] as const
export type RegisterTab = (typeof registerTabs)[number]['value']

/** The view named in a URL. */
export const parseRegisterTab = (text: string | null): RegisterTab =>
  registerTabs.find(({ value }) => value === text)?.value ?? 'holders'

/** The query string of a view of a series' register, optionally for one investor. */
export const getRegisterTabLocation = (series: string, view: RegisterTab, user?: number): string =>
  `?d=register&series=${series}${view === 'holders' ? '' : `&view=${view}`}${user === undefined ? '' : `&user=${user}`}`

/** Props of each view of one register. */
export interface RegisterViewProps {
  /** The code of the series, as in the URL. */
  series: string
  showSuccess: (message: string) => void
}
