/** Groups of an IBAN, on one line. */
const WRITTEN =
  /\bIBAN:?[^\S\n]*([A-Z]{2}\d{2}(?:[^\S\n]?[A-Z0-9]{4}){2,7}(?:[^\S\n]?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])/

/** Whether the check digits are right: ISO 7064, modulo 97. */
function isChecked(iban: string): boolean {
  const [, start = '', rest = ''] = /^(.{4})(.*)$/.exec(iban.replace(/\s/g, '')) ?? []
  const digits = `${rest}${start}`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return BigInt(digits || '0') % 97n === 1n
}

/** What is written, and the same without its last groups, the longest first. */
function* shortened(written: string): Generator<string> {
  for (let text = written; text.replace(/\s/g, '').length >= 12; text = text.replace(/\s+\S+$/, '')) {
    yield text
    if (!/\s/.test(text)) return
  }
}

/**
 * The IBAN in the text of an account, such as `CH93 0076 2011 6238 5295 7`, as a bank's form takes it; undefined without
 * one. A word that follows is not part of it: the check digits say where it ends, else the last group with a digit.
 */
export function ibanIn(account: string): string | undefined {
  const written = WRITTEN.exec(account)?.[1]
  if (!written) return undefined
  const candidates = [...shortened(written)]
  return candidates.find(isChecked) ?? candidates.find((text) => /\d\S*$/.test(text))
}
