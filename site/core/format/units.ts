/** Formats units of a series. Kept apart from the other formats to save space on public pages. */
import { applyReaderSeparators } from './reader-format.ts'

const units = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6, maximumFractionDigits: 6 })
const signedUnits = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 6,
  maximumFractionDigits: 6,
  signDisplay: 'exceptZero',
})

/** `'1250.5'` as `1,250.500000`, digit by digit. */
export const formatUnits = (value: string): string =>
  applyReaderSeparators(units.format(value as Intl.StringNumericLiteral))

/** The same with its sign. */
export const formatSignedUnits = (value: string): string =>
  applyReaderSeparators(signedUnits.format(value as Intl.StringNumericLiteral))

/** A hash by its first and last digits: `3f9a1c…77e0`. */
export const shortenHash = (hash: string): string =>
  hash.length > 12 ? `${hash.slice(0, 6)}…${hash.slice(-4)}` : hash
