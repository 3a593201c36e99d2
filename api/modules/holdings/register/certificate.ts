/** A certificate of holding as a PDF. */
import type { GeneratedFile } from '#common/file-types'
import { loadScriptFonts } from '#common/script-fonts'
import { getService } from '#common/service-container'
import { formatAccountNumber } from '#contract/identity/account-number'
import { formatLongDate, formatLongDateTime, writeShortDay } from '#shared/format-date'
import type { DocumentSection, ShortDocument } from '#shared/pdf/short-document'
import { toSeriesCode } from '#shared/series-code'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { type Certificate, getCertificate } from './certificate-content.ts'

const NOTICE =
  'Illustrative. The asset is fictitious and shown to demonstrate the platform. It does not refer to any real company, person, mine or auditor.'

const usd = (decimal: string): string => `${addThousandsSeparators(decimal)} USD`
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const holding = (certificate: Certificate, madeAt: Date): DocumentSection => {
  const { investor, issuer, name, symbol, units, cost, unit_value, value, valued_at, share_percent } =
    certificate
  return {
    heading: 'Holding',
    rows: [
      ['Holder', investor.name],
      ['Account number', formatAccountNumber(investor.id)],
      ['Series', `${name} (${symbol})`],
      ['Units', addThousandsSeparators(units)],
      ...(share_percent === null ? [] : [['Share of the units in issue', `${share_percent}%`] as const]),
      ['Cost basis', usd(cost)],
      ...(unit_value === null || value === null || valued_at === null
        ? []
        : [
            ['Unit value', `${usd(unit_value)} as of ${formatLongDate(valued_at)}`] as const,
            ['Value of the holding', usd(value)] as const,
          ]),
      ['As of', formatLongDateTime(madeAt)],
      ['Issuer', [issuer.name, issuer.address].filter(Boolean).join(', ')],
    ],
  }
}

const register = ({ register, attested, custodian }: Certificate): DocumentSection => ({
  heading: 'Register of holders',
  rows: [
    ['Register hash', register.head],
    ['Register entries', register.entries.toLocaleString('en-US')],
    ['Units in issue', addThousandsSeparators(register.units_in_issue)],
    ...(attested
      ? [
          [
            'Units in custody',
            `${addThousandsSeparators(attested.units_held)}, attested as of ${formatLongDate(attested.as_of)}, in force through ${formatLongDate(attested.expires)}`,
          ] as const,
        ]
      : []),
    ...(custodian ? [['Custodian', custodian] as const] : []),
  ],
})

const entries = ({ entries, entries_total }: Certificate): DocumentSection => ({
  heading: 'Register entries for this holding',
  texts:
    entries_total > entries.length
      ? [`Latest ${entries.length} of ${entries_total.toLocaleString('en-US')} entries.`]
      : [],
  rows: entries.flatMap(({ number, type, at, units, hash }) => [
    [
      `Entry ${number}, ${writeShortDay(at)}`,
      `${capital(type)} of ${addThousandsSeparators(units)} units`,
    ] as const,
    ['Entry hash', hash] as const,
  ]),
})

const check = ({ symbol }: Certificate): DocumentSection => ({
  heading: 'How to verify this certificate',
  texts: [
    'Each register entry contains the hash of the previous entry. The register hash above allows you to show later that no entry up to this point has been changed.',
    `This file ends with a digital signature of the issuer covering its entire content. Verify it in your browser at ${getService('publicOrigin')}/proof/verify to confirm that the file has not been altered.`,
    `Units in issue and in custody for the series: ${getService('publicOrigin')}/tokens/${toSeriesCode(symbol)}`,
  ],
})

async function* drawCertificate(certificate: Certificate, madeAt: Date): AsyncGenerator<Uint8Array> {
  const { renderShortDocument } = await import('#shared/pdf/short-document')
  const { symbol, investor, name, is_illustrative } = certificate
  const sheet: ShortDocument = {
    publisher: certificate.issuer.name,
    kicker: 'Certificate of holding',
    title: `${name} (${symbol})`,
    ...(is_illustrative && { notice: NOTICE }),
    parts: [holding(certificate, madeAt), register(certificate), entries(certificate), check(certificate)],
    foot: `${is_illustrative ? 'Illustrative · ' : ''}${formatAccountNumber(investor.id)} · ${formatLongDateTime(madeAt)}`,
    subject: `Certificate of holding for ${investor.name}, ${symbol}`,
    madeAt,
  }
  yield await renderShortDocument(sheet, await loadScriptFonts([JSON.stringify(certificate)]))
}

/**
 * The certificate of a holding as it is now. Throws `not_found` for a series in which the investor holds no
 * units.
 */
export async function createCertificatePdf(investorId: number, symbol: string): Promise<GeneratedFile> {
  const certificate = await getCertificate(investorId, symbol)
  const chunks = drawCertificate(certificate, new Date())
  return { rows: certificate.entries.length, chunks }
}
