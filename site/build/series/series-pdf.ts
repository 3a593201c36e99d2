/** Files of the illustrative series: short documents based on their content, each marked as illustrative. */

import { brandName } from '#shared/brand'
import { formatCountries } from '#shared/calculations/eligible-countries'
import { formatPaymentPeriod, offeringTermLabels } from '#shared/calculations/offering-terms'
import { type Category, getCategoryName } from '#shared/calculations/resource-statement'
import { FIRST_VERSION, type SeriesContent } from '#shared/calculations/series-content'
import { textTerms } from '#shared/calculations/text-terms'
import { listAgreedSteps } from '#shared/calculations/unit-derivation'
import { formatStage } from '#shared/case-format'
import { type DocumentSection, renderShortDocument } from '#shared/pdf/short-document'
import { addThousandsSeparators } from '#shared/thousands-separators'

const NOTICE =
  'Illustrative. The asset, figures and documents are fictitious and do not refer to any real company, person, mine or auditor. This document is not an offer.'

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dateOf = (day: string): string => long.format(new Date(`${day}T00:00:00Z`))
const dollars = (decimal: string): string => `$${addThousandsSeparators(decimal)}`

/** Content that does not change over time, so that a document mentions no day after its own. */
const asset = ({ name, symbol, commodity, district, license }: SeriesContent): DocumentSection => ({
  heading: 'Asset',
  rows: [
    ['Series', `${name} (${symbol})`],
    ['Commodity', commodity],
    ['District', `${district.name}, ${district.region}, ${district.country.name}`],
    ['Mineral tenure', license.kind],
  ],
})

const terms = ({ offering, unit, stage }: SeriesContent): DocumentSection => ({
  heading: 'Offering terms',
  rows: [
    ['Project stage', formatStage(stage)],
    ['One unit represents', `${unit.value} ${unit.unit} of ${unit.of}`],
    ['Unit price', dollars(offering.unit_price)],
    [offeringTermLabels.minimum, dollars(offering.minimum)],
    [offeringTermLabels.maximum, dollars(offering.maximum)],
    [offeringTermLabels.cap, `Up to ${addThousandsSeparators(offering.cap_units)}`],
    ['Offering period', `${dateOf(offering.opens)} to ${dateOf(offering.closes)}`],
    [offeringTermLabels.payment, formatPaymentPeriod(offering.payment_days)],
    [offeringTermLabels.countries, formatCountries(offering.eligible_countries)],
    [textTerms.proceeds, offering.use_of_proceeds],
    [textTerms.redemption, offering.redemption],
    [textTerms.fees, offering.fees],
  ],
})

const risks = (content: SeriesContent): DocumentSection => ({
  heading: 'Asset-specific risks',
  texts: ['Capital is at risk. Investors may lose the entire amount invested.'],
  rows: content.risks.map(({ title, text }) => [title, text] as const),
})

function statement({ statement }: SeriesContent): DocumentSection {
  const { units } = statement
  const figures = ({ tonnes, grade, contained }: typeof units) =>
    `${tonnes} ${units.tonnes} at ${grade} ${units.grade}: ${contained} ${units.contained}`
  const nameOf = (category: Category) => getCategoryName(category, statement.standard)
  return {
    heading: 'Mineral Resource statement',
    texts: [statement.note],
    rows: [
      ['Effective date', dateOf(statement.effective)],
      ['Reporting code', statement.standard],
      ['Signed by', `${statement.signed_by.role} (role, illustrative). ${statement.signed_by.experience}.`],
      ['Grade basis', statement.grade_of],
      ['Cut-off', `${statement.cut_off.value} ${units.grade}. ${statement.cut_off.basis}`],
      ...statement.lines.map((line) => [nameOf(line.category), figures(line)] as const),
      ...statement.totals.map((total) => [total.of.map(nameOf).join(' and '), figures(total)] as const),
    ],
  }
}

const chain = ({ chain, unit }: SeriesContent): DocumentSection => ({
  heading: 'From resource to units',
  texts: [
    `One unit represents ${unit.value} ${unit.unit} of ${unit.of}. Units withheld by the custodian or retired are deducted separately; each attestation states the units in custody.`,
  ],
  rows: listAgreedSteps(chain).map(
    ({ label, input, result, source, as_of }) =>
      [
        label,
        `${input.label}: ${addThousandsSeparators(input.value)} ${input.unit}. Result: ${addThousandsSeparators(result.value)} ${result.unit}. Source: ${source}, ${dateOf(as_of)}.`,
      ] as const,
  ),
})

const valuation = ({ valuation }: SeriesContent): DocumentSection => ({
  heading: 'Unit value',
  texts: [valuation.basis],
  rows: [
    ['Valuation date', dateOf(valuation.as_of)],
    ['Prepared by', valuation.prepared_by],
    ['Low', dollars(valuation.unit_value.low)],
    ['Preferred', dollars(valuation.unit_value.preferred)],
    ['High', dollars(valuation.unit_value.high)],
    ...valuation.inputs.map(
      ({ label, unit, low, preferred, high, source, as_of }) =>
        [label, `${preferred} ${unit}, range ${low} to ${high}. ${source}, ${dateOf(as_of)}.`] as const,
    ),
  ],
})

type Document = SeriesContent['documents'][number]

/** The content of each type of document; undefined for a type without figures in the content. */
const partsOf: Partial<Record<Document['kind'], (content: SeriesContent) => DocumentSection[]>> = {
  'offering-memorandum': (content) => [asset(content), terms(content), risks(content)],
  'resource-statement': (content) => [asset(content), statement(content)],
  'entitlement-agreement': (content) => [asset(content), chain(content)],
  'valuation-report': (content) => [asset(content), valuation(content)],
}

/** Whether a document can be generated from the content. */
export const canDraw = ({ kind }: Document): boolean => kind in partsOf

const draw = (content: SeriesContent, kicker: string, title: string, day: string, parts: DocumentSection[]) =>
  renderShortDocument({
    publisher: brandName,
    kicker,
    title,
    notice: NOTICE,
    parts,
    foot: `Illustrative · ${content.symbol} · ${dateOf(day)}`,
    subject: `${content.name} (${content.symbol}), illustrative`,
    madeAt: new Date(`${day}T12:00:00Z`),
  })

/** A document of a series as a PDF. */
export const drawDocument = (content: SeriesContent, document: Document): Promise<Uint8Array> =>
  draw(
    content,
    `${content.symbol} · Version ${FIRST_VERSION} · Summary`,
    document.title,
    document.date,
    partsOf[document.kind]?.(content) ?? [asset(content)],
  )

/** An attestation of the units in custody as a PDF. */
export const drawAttestation = (
  content: SeriesContent,
  attestation: SeriesContent['attestations'][number],
): Promise<Uint8Array> =>
  draw(
    content,
    `${content.symbol} · Custody attestation`,
    `Units in custody as of ${dateOf(attestation.as_of)}`,
    attestation.as_of,
    [
      asset(content),
      {
        heading: 'Finding',
        texts: [attestation.finding],
        rows: [
          ['Units in custody', addThousandsSeparators(attestation.units_held)],
          ['As of', dateOf(attestation.as_of)],
          ['Expires on', dateOf(attestation.expires)],
          ['Auditor', attestation.by],
        ],
      },
    ],
  )
