/** Reads an amount as people type it into a decimal string. */

const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/

/**
 * `' 1250.5 '` as `'1250.5'`, `'.5'` as `'0.5'`; undefined where it is not a number, and for `'1e5'`, which is a slip
 * rather than $100,000. All digits are retained: the server validates how many are allowed.
 */
export function readDecimal(text: string): string | undefined {
  const trimmed = text.trim()
  const [, sign = '', whole = '', part = ''] = PLAIN.exec(trimmed) ?? []
  if (!whole && !part) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const isZero = !/[1-9]/.test(whole + part)
  return `${isZero ? '' : sign}${digits}${part && `.${part}`}`
}
