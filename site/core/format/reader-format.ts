/** The reader's preferred number and time formats. */
export interface ReaderFormat {
  /** Thousands and decimal separators. */
  group: string
  point: string
  /** An IANA time zone; empty for the browser's. */
  timeZone: string
}

/** Set in the investor area from the account's preferences; public pages and the panel keep these defaults. */
export const readerFormat: ReaderFormat = { group: ',', point: '.', timeZone: '' }

/** The local-storage entry that keeps the reader's formats between visits; written by `core/query/messaging/appearance`. */
export const APPEARANCE_STORAGE_KEY = 'appearance'

/** The reader's time zone in the form `Intl` accepts. */
export const getReaderTimeZone = (): string | undefined => readerFormat.timeZone || undefined

/** Placeholder for a missing figure or time, including one that an earlier server version does not send. */
export const NO_VALUE = '–'

/** Applies the reader's separators to a number formatted like `1,234.56`. */
export const applyReaderSeparators = (figure: string): string =>
  figure.includes('NaN')
    ? NO_VALUE
    : readerFormat.group === ','
      ? figure
      : figure.replace(/[,.]/g, (mark) => (mark === ',' ? readerFormat.group : readerFormat.point))

/** Formats a time with `write` in the reader's settings. */
export function writeTime(time: string, write: (moment: Date) => string): string {
  const moment = new Date(time)
  return Number.isNaN(+moment) ? NO_VALUE : write(moment)
}
