/** Parses a typed amount into a decimal string. */

/** Thousands separated as the site writes them; `1,5` is not a number here, and might mean 1.5. */
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/

/**
 * `' 1250.5 '` and `'1,250.5'` become `'1250.5'`, and `'.5'` becomes `'0.5'`. Undefined for anything that is not a number, and for
 * `'1e5'`, which is a typo rather than $100,000. All digits are kept: the server validates how many are allowed.
 */
export function parseDecimal(text: string): string | undefined {
  const trimmed = GROUPED.test(text.trim()) ? text.trim().replaceAll(',', '') : text.trim()
  const [, sign = '', whole = '', part = ''] = PLAIN.exec(trimmed) ?? []
  if (!whole && !part) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const isZero = !/[1-9]/.test(whole + part)
  return `${isZero ? '' : sign}${digits}${part && `.${part}`}`
}
