export const views = [
  { value: 'holders', label: 'Holders' },
  { value: 'entries', label: 'Entries' },
  { value: 'distributions', label: 'Distributions' },
] as const
export type View = (typeof views)[number]['value']

/** The view of a URL. */
export const readView = (text: string | null): View =>
  views.find(({ value }) => value === text)?.value ?? 'holders'

/** The query string of a view of a series' register, perhaps of one investor. */
export const viewLocation = (series: string, view: View, user?: number): string =>
  `?d=register&series=${series}${view === 'holders' ? '' : `&view=${view}`}${user === undefined ? '' : `&user=${user}`}`
