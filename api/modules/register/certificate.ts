/** A certificate of holding as a PDF. */
import type { RowsFile } from '#common/files'
import { partOf } from '#common/process-state'
import { accountNumber } from '#contract/account-number'
import { readScriptFaces } from '#modules/transactions/script-fonts'
import { groupDigits } from '#shared/group-digits'
import type { Sheet, SheetPart } from '#shared/pdf/sheet'
import { codeOf } from '#shared/series-code'
import { writeDay, writeMoment, writeShortDay } from '#shared/written-day'
import { type Certificate, readCertificate } from './certificate-content.ts'

const NOTICE =
  'Illustrative. The asset is invented to show how the platform works. No real company, person, mine or auditor is meant.'

const usd = (decimal: string): string => `${groupDigits(decimal)} USD`
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const holding = (certificate: Certificate, madeAt: Date): SheetPart => {
  const { investor, issuer, name, symbol, units, cost, unit_value, value, valued_at, share_percent } =
    certificate
  return {
    heading: 'Holding',
    rows: [
      ['Holder', investor.name],
      ['Account number', accountNumber(investor.id)],
      ['Series', `${name} (${symbol})`],
      ['Units', groupDigits(units)],
      ...(share_percent === null ? [] : [['Share of the units in issue', `${share_percent}%`] as const]),
      ['Cost', usd(cost)],
      ...(unit_value === null || value === null || valued_at === null
        ? []
        : [
            ['Unit value', `${usd(unit_value)}, ${writeDay(valued_at)}`] as const,
            ['Value of the holding', usd(value)] as const,
          ]),
      ['As of', writeMoment(madeAt)],
      ['Issued by', [issuer.name, issuer.address].filter(Boolean).join(', ')],
    ],
  }
}

const register = ({ register, attested, custodian }: Certificate): SheetPart => ({
  heading: 'Register of holders',
  rows: [
    ['Hash of the register', register.head],
    ['Entries of the register', register.entries.toLocaleString('en-US')],
    ['Units in issue', groupDigits(register.units_in_issue)],
    ...(attested
      ? [
          [
            'Units held',
            `${groupDigits(attested.units_held)}, counted on ${writeDay(attested.as_of)}, in force through ${writeDay(attested.expires)}`,
          ] as const,
        ]
      : []),
    ...(custodian ? [['Custodian', custodian] as const] : []),
  ],
})

const entries = ({ entries, entries_total }: Certificate): SheetPart => ({
  heading: 'Entries of this holding',
  texts:
    entries_total > entries.length
      ? [`The newest ${entries.length} of ${entries_total.toLocaleString('en-US')} entries.`]
      : [],
  rows: entries.flatMap(({ number, type, at, units, hash }) => [
    [`Entry ${number}, ${writeShortDay(at)}`, `${capital(type)} of ${groupDigits(units)} units`] as const,
    ['Hash of the entry', hash] as const,
  ]),
})

const check = ({ symbol }: Certificate): SheetPart => ({
  heading: 'How to check it',
  texts: [
    'Each entry of the register holds the hash of the one before it. With the hash of the register above you can show later that no entry up to it was changed.',
    `This file ends in a signature of the issuer over all that is before it. ${partOf('publicOrigin')}/proof/verify checks it, in your browser, and shows whether the file was changed since.`,
    `Units in issue and units held of the series: ${partOf('publicOrigin')}/tokens/${codeOf(symbol)}`,
  ],
})

/** Draws a certificate. */
async function* drawCertificate(certificate: Certificate, madeAt: Date): AsyncGenerator<Uint8Array> {
  const { drawSheet } = await import('#shared/pdf/sheet')
  const { symbol, investor, name, is_illustrative } = certificate
  const sheet: Sheet = {
    publisher: certificate.issuer.name,
    kicker: 'Certificate of holding',
    title: `${name} (${symbol})`,
    ...(is_illustrative && { notice: NOTICE }),
    parts: [holding(certificate, madeAt), register(certificate), entries(certificate), check(certificate)],
    foot: `${is_illustrative ? 'Illustrative · ' : ''}${accountNumber(investor.id)} · ${writeMoment(madeAt)}`,
    subject: `Certificate of holding of ${investor.name}, ${symbol}`,
    madeAt,
  }
  yield await drawSheet(sheet, await readScriptFaces([JSON.stringify(certificate)]))
}

/** A certificate of a holding as it is now. Throws `not_found` for a series of which the investor holds no units. */
export async function writeCertificate(investorId: number, symbol: string): Promise<RowsFile> {
  const certificate = await readCertificate(investorId, symbol)
  const chunks = drawCertificate(certificate, new Date())
  return { rows: certificate.entries.length, chunks }
}
