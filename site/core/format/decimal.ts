/** What people type as an amount, as the decimal string of the wire. */

const PLAIN = /^(-?)(\d*)(?:\.(\d*))?$/

/**
 * `' 1250.5 '` as `'1250.5'`, `'.5'` as `'0.5'`, `'1e3'` as `'1000'`; undefined where it is no number. Digits are kept as
 * they were typed, however many: the server says which are too many.
 */
export function readDecimal(text: string): string | undefined {
  const trimmed = text.trim()
  const [, sign = '', whole = '', part = ''] = PLAIN.exec(trimmed) ?? []
  if (whole || part) {
    const digits = whole.replace(/^0+(?=\d)/, '') || '0'
    const isZero = !/[1-9]/.test(whole + part)
    return `${isZero ? '' : sign}${digits}${part && `.${part}`}`
  }
  const number = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(number)) return undefined
  return PLAIN.test(String(number)) ? String(number) : undefined
}
