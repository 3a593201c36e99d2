/** Groups of an IBAN, on one line. */
const WRITTEN =
  /\bIBAN:?[^\S\n]*([A-Z]{2}\d{2}(?:[^\S\n]?[A-Z0-9]{4}){2,7}(?:[^\S\n]?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])/

/** Whether the check digits are correct: ISO 7064, modulo 97. */
function isChecked(iban: string): boolean {
  const [, start = '', rest = ''] = /^(.{4})(.*)$/.exec(iban.replace(/\s/g, '')) ?? []
  const digits = `${rest}${start}`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return BigInt(digits || '0') % 97n === 1n
}

/** The text, and the same without its last groups, longest first. */
function* shortened(written: string): Generator<string> {
  for (let text = written; text.replace(/\s/g, '').length >= 12; text = text.replace(/\s+\S+$/, '')) {
    yield text
    if (!/\s/.test(text)) return
  }
}

/**
 * The IBAN in an account's text, such as `CH93 0076 2011 6238 5295 7`, as a bank's form accepts it; undefined if there
 * is none. A following word is not part of it: the check digits determine where it ends, or else the last group with a
 * digit.
 */
export function findIban(account: string): string | undefined {
  const written = WRITTEN.exec(account)?.[1]
  if (!written) return undefined
  const candidates = [...shortened(written)]
  return candidates.find(isChecked) ?? candidates.find((text) => /\d\S*$/.test(text))
}

/** A field of a bank's form. */
export interface AccountPart {
  name: 'Beneficiary' | 'Bank' | 'IBAN' | 'BIC' | 'Account number' | 'Routing number'
  value: string
}

/**
 * How each part is written, with its value in the first group; applied to one line or semicolon-separated part at a
 * time.
 */
const parts: readonly [AccountPart['name'], RegExp][] = [
  ['Beneficiary', /^(?:beneficiary|account (?:holder|name)|payee|recipient)(?: name)?\s*:\s*(\S.*)$/i],
  ['Bank', /^(?:beneficiary )?bank(?: name)?\s*:\s*(\S.*)$/i],
  ['BIC', /\b(?:BIC|SWIFT)(?:\s*\/\s*SWIFT| code)?\s*:?\s*([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/],
  ['Account number', /^account (?:number|no\.?)\s*:?\s*([\d-][\d -]*\d)$/i],
  ['Routing number', /^(?:ABA |bank )?routing (?:number|no\.?)(?: \(ABA\))?\s*:?\s*(\d{9})$/i],
]

/** The order in which bank forms ask. */
const order = ['Beneficiary', 'Bank', 'IBAN', 'BIC', 'Routing number', 'Account number']

const withoutEdges = (text: string) => text.replace(/^[\s,]+|[\s,]+$/g, '')

/**
 * An account's text, split into the fields of a bank's form and the remaining text: nothing is dropped. Each part is
 * used once.
 */
export function parseAccount(account: string): { parts: AccountPart[]; rest: string } {
  const found = new Map<AccountPart['name'], string>()
  const iban = findIban(account)
  const rest: string[] = []
  for (const written of account.split(/\n|;/)) {
    let line = written
    if (iban && !found.has('IBAN') && line.includes(iban)) {
      found.set('IBAN', iban)
      const at = line.indexOf(iban)
      line = `${line.slice(0, at).replace(/\bIBAN:?\s*$/, '')}${line.slice(at + iban.length)}`
    }
    for (const [name, pattern] of parts) {
      const value = found.has(name) ? undefined : pattern.exec(withoutEdges(line))?.[1]
      if (value === undefined) continue
      found.set(name, value.trim())
      line = withoutEdges(line).replace(pattern, '')
    }
    if (withoutEdges(line)) rest.push(withoutEdges(line))
  }
  return {
    parts: [...found]
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    rest: rest.join('\n'),
  }
}
