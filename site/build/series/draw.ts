/** Files of the illustrative series: short documents of what their content says, each marked as illustrative. */
import { printCountries } from '#shared/asset/eligible-countries'
import { type Category, categoryName } from '#shared/asset/resource'
import { FIRST_VERSION, type SeriesContent } from '#shared/asset/series-content'
import { offeringTerms, printPayment } from '#shared/asset/series-terms'
import { agreedSteps } from '#shared/asset/unit-chain'
import { wordedTerms } from '#shared/asset/worded-terms'
import { brandName } from '#shared/brand'
import { groupDigits } from '#shared/group-digits'
import { drawSheet, type SheetPart } from '#shared/pdf/sheet'
import { stageName } from '#shared/words'

const NOTICE =
  'Illustrative. The asset, its figures and its documents are invented to show how the platform works. No real company, person, mine or auditor is meant, and nothing here is an offer.'

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dateOf = (day: string): string => long.format(new Date(`${day}T00:00:00Z`))
const dollars = (decimal: string): string => `$${groupDigits(decimal)}`

/** What does not change with time, so that a document says nothing of a day after its own. */
const asset = ({ name, symbol, commodity, district, license }: SeriesContent): SheetPart => ({
  heading: 'The asset',
  rows: [
    ['Series', `${name} (${symbol})`],
    ['Commodity', commodity],
    ['District', `${district.name}, ${district.region}, ${district.country.name}`],
    ['Right to the ground', license.kind],
  ],
})

const terms = ({ offering, unit, stage }: SeriesContent): SheetPart => ({
  heading: 'Terms of the offering',
  rows: [
    ['Stage of the project', stageName(stage)],
    ['One unit stands for', `${unit.value} ${unit.unit} of ${unit.of}`],
    ['Price of a unit', dollars(offering.unit_price)],
    [offeringTerms.minimum, dollars(offering.minimum)],
    [offeringTerms.maximum, dollars(offering.maximum)],
    [offeringTerms.cap, `Up to ${groupDigits(offering.cap_units)}`],
    ['Open', `${dateOf(offering.opens)} to ${dateOf(offering.closes)}`],
    [offeringTerms.payment, printPayment(offering.payment_days)],
    [offeringTerms.countries, printCountries(offering.eligible_countries)],
    [wordedTerms.proceeds, offering.use_of_proceeds],
    [wordedTerms.redemption, offering.redemption],
    [wordedTerms.fees, offering.fees],
  ],
})

const risks = (content: SeriesContent): SheetPart => ({
  heading: 'Risks of this asset',
  texts: ['Capital is at risk. An investor may lose all of it.'],
  rows: content.risks.map(({ title, text }) => [title, text] as const),
})

function statement({ statement }: SeriesContent): SheetPart {
  const { units } = statement
  const figures = ({ tonnes, grade, contained }: typeof units) =>
    `${tonnes} ${units.tonnes} at ${grade} ${units.grade}: ${contained} ${units.contained}`
  const nameOf = (category: Category) => categoryName(category, statement.standard)
  return {
    heading: 'Statement',
    texts: [statement.note],
    rows: [
      ['Effective', dateOf(statement.effective)],
      ['Standard', statement.standard],
      ['Signed by', `${statement.signed_by.role} (role, illustrative). ${statement.signed_by.experience}.`],
      ['Grade', statement.grade_of],
      ['Cut-off', `${statement.cut_off.value} ${units.grade}. ${statement.cut_off.basis}`],
      ...statement.lines.map((line) => [nameOf(line.category), figures(line)] as const),
      ...statement.totals.map((total) => [total.of.map(nameOf).join(' and '), figures(total)] as const),
    ],
  }
}

const chain = ({ chain, unit }: SeriesContent): SheetPart => ({
  heading: 'From the ground to units',
  texts: [
    `One unit stands for ${unit.value} ${unit.unit} of ${unit.of}. Units that the custodian keeps back, or that are retired, are taken out later: each attestation counts what is held.`,
  ],
  rows: agreedSteps(chain).map(
    ({ label, input, result, source, as_of }) =>
      [
        label,
        `${input.label}: ${groupDigits(input.value)} ${input.unit}. Result: ${groupDigits(result.value)} ${result.unit}. Source: ${source}, ${dateOf(as_of)}.`,
      ] as const,
  ),
})

const valuation = ({ valuation }: SeriesContent): SheetPart => ({
  heading: 'Value of a unit',
  texts: [valuation.basis],
  rows: [
    ['Day', dateOf(valuation.as_of)],
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

/** What a document of each kind shows; undefined for a kind of which the content has no figures. */
const partsOf: Partial<Record<Document['kind'], (content: SeriesContent) => SheetPart[]>> = {
  'offering-memorandum': (content) => [asset(content), terms(content), risks(content)],
  'resource-statement': (content) => [asset(content), statement(content)],
  'entitlement-agreement': (content) => [asset(content), chain(content)],
  'valuation-report': (content) => [asset(content), valuation(content)],
}

/** Whether a document can be made from the content. */
export const canDraw = ({ kind }: Document): boolean => kind in partsOf

const draw = (content: SeriesContent, kicker: string, title: string, day: string, parts: SheetPart[]) =>
  drawSheet({
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

/** An attestation of the units held as a PDF. */
export const drawAttestation = (
  content: SeriesContent,
  attestation: SeriesContent['attestations'][number],
): Promise<Uint8Array> =>
  draw(
    content,
    `${content.symbol} · Custody attestation`,
    `Units held on ${dateOf(attestation.as_of)}`,
    attestation.as_of,
    [
      asset(content),
      {
        heading: 'Finding',
        texts: [attestation.finding],
        rows: [
          ['Units held', groupDigits(attestation.units_held)],
          ['Counted on', dateOf(attestation.as_of)],
          ['Valid until', dateOf(attestation.expires)],
          ['Auditor', attestation.by],
        ],
      },
    ],
  )
