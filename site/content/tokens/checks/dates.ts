import { listAgreedSteps } from '#shared/calculations/unit-derivation'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

/** Something that a document cites, with its date. */
interface Cited {
  what: string
  day: string
}

/** Nothing cites anything later than itself, and subscribers have had the memorandum since the first day. */
export const checkDates = (token: TokenData): Finding[] => [
  ...checkSources(token),
  ...checkNamedDays(token),
  ...checkReports(token),
]

function listCited(token: TokenData, kind: TokenData['documents'][number]['kind']): Cited[] {
  const { statement, chain, valuation, documents } = token
  if (kind === 'resource-statement') return [{ what: 'the statement takes effect', day: statement.effective }]
  if (kind === 'valuation-report') {
    const inputs = valuation.inputs.map(({ source, as_of }) => ({ what: source, day: as_of }))
    return [{ what: 'the unit is valued', day: valuation.as_of }, ...inputs]
  }
  if (kind !== 'entitlement-agreement') return []
  const statements = documents.filter((document) => document.kind === 'resource-statement')
  return [
    ...listAgreedSteps(chain).map(({ source, as_of }) => ({ what: source, day: as_of })),
    ...statements.map(({ title, date }) => ({ what: title, day: date })),
  ]
}

function checkSources(token: TokenData): Finding[] {
  return token.documents.flatMap(({ kind, date }, index) => {
    const late = listCited(token, kind).find(({ day }) => day > date)
    if (!late) return []
    const message = `Expected ${late.day} or later: the document cites '${late.what}' of that day.`
    return [{ path: ['documents', index, 'date'], message }]
  })
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const namedDay = new RegExp(`\\b(\\d{1,2}) (${months.join('|')}) (\\d{4})\\b`, 'g')

/** The dates written out in a text, such as 30 September 2026. */
const daysIn = (text: string): string[] =>
  [...text.matchAll(namedDay)].map(([, day = '', month = '', year]) => {
    const number = months.indexOf(month) + 1
    return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  })

/** Derivation steps, documents, updates and attestation findings mention no date later than their own. */
function checkNamedDays({ chain, documents, updates, attestations }: TokenData): Finding[] {
  const texts = [
    ...chain.map(({ source, as_of }, at) => ({ path: ['chain', at, 'source'], text: source, own: as_of })),
    ...documents.map(({ title, date }, at) => ({ path: ['documents', at, 'title'], text: title, own: date })),
    ...updates.map(({ title, text, date }, at) => ({
      path: ['updates', at],
      text: `${title} ${text}`,
      own: date,
    })),
    ...attestations.map(({ finding, as_of }, at) => ({
      path: ['attestations', at, 'finding'],
      text: finding,
      own: as_of,
    })),
  ]
  return texts.flatMap(({ path, text, own }) => {
    const late = daysIn(text).find((day) => day > own)
    return late ? [{ path, message: `Expected no day after ${own}, its own day. This names ${late}.` }] : []
  })
}

function checkReports({ documents, offering }: TokenData): Finding[] {
  const findings: Finding[] = []
  documents.forEach(({ kind, date }, index) => {
    if (kind !== 'offering-memorandum' || date <= offering.opens) return
    const message = `Expected ${offering.opens} or earlier: the day on which the offering opens.`
    findings.push({ path: ['documents', index, 'date'], message })
  })
  if (!documents.some(({ kind }) => kind === 'valuation-report')) {
    findings.push({ path: ['documents'], message: 'Expected a valuation report: the unit is valued.' })
  }
  return findings
}
