/** How the reader wants figures and times to be written. */
export interface Reader {
  /** Between groups of three digits, and before the decimals. */
  group: string
  point: string
  /** Of the IANA database; empty for that of the browser. */
  timeZone: string
}

/** Set in the investor area from the account's preferences; public pages and the panel keep these. */
export const reader: Reader = { group: ',', point: '.', timeZone: '' }

/** The entry of local storage that holds the reader between visits; `core/query/appearance` writes it. */
export const APPEARANCE = 'appearance'

/** The reader's zone as `Intl` takes it. */
export const ownZone = (): string | undefined => reader.timeZone || undefined

/** Stands for a figure or a time that there is none of: also one that an earlier server does not send yet. */
export const NONE = '–'

/** A figure written as in `1,234.56`, with the separators of the reader. */
export const punctuate = (figure: string): string =>
  figure.includes('NaN')
    ? NONE
    : reader.group === ','
      ? figure
      : figure.replace(/[,.]/g, (mark) => (mark === ',' ? reader.group : reader.point))

/** A time in the words of `write`. */
export function writeTime(time: string, write: (moment: Date) => string): string {
  const moment = new Date(time)
  return Number.isNaN(+moment) ? NONE : write(moment)
}
