/** The content check finds a planted error and suggests the correct value. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { TokenData } from './fields.ts'
import { token } from './schema.ts'

const read = (code: string) => parse(readFileSync(`content/tokens/${code}.yaml`, 'utf8')) as TokenData
const right = read('witgold')
const rightYardstick = read('hall')

/** The findings after a change, as `field: message`. */
function findingsOf(change: (data: TokenData) => void, from = right): string[] {
  const data = structuredClone(from)
  change(data)
  const { error } = token.safeParse(data)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

/** An item of a list that is known to exist. */
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T

test('finds nothing wrong in correct data', () => {
  expect(findingsOf(() => undefined)).toEqual([])
  expect(findingsOf(() => undefined, rightYardstick)).toEqual([])
})

test('gives the message shown in the guide for writers', () => {
  const findings = findingsOf(({ statement }) => Object.assign(at(statement.lines, 1), { contained: '61.5' }))
  const guide = readFileSync('content/README.md', 'utf8')
  expect(findings).toHaveLength(1)
  for (const finding of findings) expect(guide).toContain(finding)
})

type Planted = [what: string, change: (data: TokenData) => void, finding: string]

describe('resource statement: finds', () => {
  test.each<Planted>([
    [
      'contained metal that is not tonnes × grade',
      ({ statement }) => Object.assign(at(statement.lines, 0), { contained: '23.7' }),
      'statement.lines.0.contained: Expected 22.7 t: 3.2 Mt × 7.10 g/t, to 3 significant figures. This one says 23.7.',
    ],
    [
      'contained metal of the statement before',
      ({ statement }) => Object.assign(at(statement.previous.lines, 1), { contained: '54.4' }),
      'statement.previous.lines.1.contained: Expected 55.4 t: 8.9 Mt × 6.22 g/t, to 3 significant figures. This one says 54.4.',
    ],
    [
      'a total of tonnes that is not the sum',
      ({ statement }) => Object.assign(at(statement.totals, 0), { tonnes: '12.9' }),
      'statement.totals.0.tonnes: Expected 12.8 Mt for measured and indicated. This one says 12.9.',
    ],
    [
      'a total grade that is the midpoint and not weighted',
      ({ statement }) => Object.assign(at(statement.totals, 0), { grade: '6.70' }),
      'statement.totals.0.grade: Expected 6.50 g/t for measured and indicated. This one says 6.70.',
    ],
    [
      'a total that adds Inferred to Measured and Indicated',
      ({ statement }) => at(statement.totals, 0).of.push('inferred'),
      'statement.totals.0.of: Inferred Resources are not added to Measured or Indicated Resources. Report them separately, without a combined total.',
    ],
    [
      'a total that adds reserves to resources',
      ({ statement }) => at(statement.totals, 1).of.push('indicated'),
      'statement.totals.1.of: Reserves and resources are not added together, because resources may be reported inclusive of reserves.',
    ],
    [
      'a missing total',
      ({ statement }) => statement.totals.shift(),
      'statement.totals: Expected a total of measured and indicated.',
    ],
    [
      'a category twice',
      ({ statement }) => Object.assign(at(statement.lines, 1), { category: 'measured' }),
      'statement.lines: Expected each category once, in the order measured, indicated, inferred, proved, probable.',
    ],
    [
      'reasons that do not add up to the change',
      ({ statement }) => Object.assign(at(statement.reconciliation, 0), { contained: '7.9' }),
      'statement.reconciliation: Expected reasons that add up to 8.8 t, the change of Measured and Indicated. These add up to 9.8.',
    ],
    [
      'a signature of another standard',
      ({ statement }) => Object.assign(statement, { standard: 'NI 43-101' }),
      'statement.signed_by.role: Expected Qualified Person, who signs under NI 43-101.',
    ],
    [
      'a statement before that is later',
      ({ statement }) => Object.assign(statement.previous, { effective: '2026-04-01' }),
      'statement.previous.effective: Expected a day before 2026-03-31, when the present statement takes effect.',
    ],
    [
      'a figure that YAML read as a number',
      ({ statement }) => Object.assign(at(statement.lines, 0), { grade: 7.1 }),
      "statement.lines.0.grade: Expected the grade in quotes, such as '12.80', so that its decimals are kept.",
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change)).toContain(finding)
  })
})

describe('grade and tonnage: finds', () => {
  test.each<Planted>([
    [
      'a curve that disagrees with the statement at its cut-off',
      ({ grade_tonnage: { bins } }) => Object.assign(at(bins, -1), { tonnes: '1.23' }),
      'grade_tonnage.bins: Expected 12.8 Mt at 6.50 g/t above the cut-off of 3.50 g/t, as the statement has Measured and Indicated. These bins give 13.8 Mt at ',
    ],
    [
      'a gap between bins',
      ({ grade_tonnage: { bins } }) => bins.splice(2, 1),
      'grade_tonnage.bins.2: Expected the bin to start at 1.50, where the previous bin ends.',
    ],
    [
      'bins that begin above the cut-off',
      ({ grade_tonnage: { bins } }) => bins.splice(0, 5),
      'grade_tonnage.bins.0.from: Expected a bin that begins at or below the cut-off of 3.50 g/t.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })
})

describe('section and plan: finds', () => {
  test.each<Planted>([
    [
      'an assay outside of its hole',
      ({ section }) => at(section.holes, 0).assays.push({ from: 660, to: 670, grade: 0.2 }),
      'section.holes.0.assays.5: Expected an interval within KP-008, from 0 to 665 m. This one is from 660 to 670 m.',
    ],
    [
      'a rock logged below the end of its hole',
      ({ section }) => Object.assign(at(at(section.holes, 0).lithology, -1), { to: 700 }),
      'Expected an interval within KP-008, from 0 to 665 m.',
    ],
    [
      'a gap in a log',
      ({ section }) => Object.assign(at(at(section.holes, 0).lithology, 1), { from: 330 }),
      'section.holes.0.lithology.1.from: Expected ',
    ],
    [
      'assays that overlap',
      ({ section }) => Object.assign(at(at(section.holes, 0).assays, 1), { from: 1 }),
      'where the previous one ends.',
    ],
    [
      'ore in barren rock',
      ({ section }) => at(section.holes, 0).assays.unshift({ from: 10, to: 12, grade: 9.9 }),
      'section.holes.0.assays.0: Expected 9.9 g/t, at or above the cut-off, in a mineralized rock. KP-008 logs karoo from 0 to ',
    ],
    [
      'a rock logged where another is drawn',
      ({ section }) => Object.assign(at(at(section.holes, 0).lithology, 0), { rock: 'lava' }),
      'section.holes.0.lithology.0: Expected a body of lava in the section where KP-008 logs it, from 0 to ',
    ],
    [
      'a rock that the legend does not have',
      ({ section }) => Object.assign(at(section.bodies, 0), { rock: 'chert' }),
      'section.bodies.0.rock: Expected a rock of the legend: karoo, lava,',
    ],
    [
      'a collar in the air',
      ({ section }) => Object.assign(at(section.holes, 0).collar, { elevation: 1400 }),
      'section.holes.0.collar: Expected the collar of KP-008 at 1372.0 m, on the surface.',
    ],
    [
      'a hole elsewhere on the plan',
      ({ plan }) => Object.assign(at(plan.collars, 0), { at: [900, 2300] }),
      'section.holes.0.collar.along: Expected KP-008 where plan.collars has it: 300 m along the section line and 0 m beside it.',
    ],
    [
      'a hole of another length on the plan',
      ({ plan }) => Object.assign(at(plan.collars, 0), { depth: 700 }),
      'section.holes.0.length: Expected 700 m, as plan.collars has KP-008.',
    ],
    [
      'a collar outside of the license',
      ({ plan }) => Object.assign(at(plan.collars, -1), { at: [9000, 9000] }),
      'within the license.',
    ],
    [
      'an area that the outline does not have',
      ({ license }) => Object.assign(license, { area_km2: '15.00' }),
      'license.area_km2: Expected 12.96 square kilometers, the area of plan.outline.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })
})

describe('from ground to unit: finds', () => {
  test.each<Planted>([
    [
      'a step that does not follow from the one before',
      ({ chain }) => Object.assign(at(chain, 2).result, { value: '3.300' }),
      'chain.2.result.value: Expected 3.2 t: 80.0 t × 4 %. This one says 3.300.',
    ],
    [
      'a start that is not the Measured and Indicated total',
      ({ chain }) => {
        Object.assign(at(chain, 0).input, { value: '84.0' })
        Object.assign(at(chain, 0).result, { value: '84.0' })
        Object.assign(at(chain, 1).input, { value: '4.0' })
      },
      'chain.0.input: Expected 83.2 t, the Measured and Indicated total of the statement.',
    ],
    [
      'an end that differs from the units held',
      ({ chain }) => {
        Object.assign(at(chain, -1).input, { value: '40000' })
        Object.assign(at(chain, -1).result, { value: '3160000' })
      },
      'chain.4.result.value: Expected 3150000 units, which the attestation of 2026-09-30 counts. The chain ends in 3160000.',
    ],
    [
      'a division by another mass than that of a unit',
      ({ unit }) => Object.assign(unit, { value: '2' }),
      'chain.3.input: Expected a division by 2 g, what one unit stands for.',
    ],
    [
      'units that do not fit',
      ({ chain }) => Object.assign(at(chain, 1).input, { unit: 'units' }),
      'chain.1: A quantity in units cannot be stated in t.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })
})

describe('valuation and history: finds', () => {
  test.each<Planted>([
    [
      'a value that the inputs do not give',
      ({ valuation }) => Object.assign(valuation.unit_value, { preferred: '20.00' }),
      'valuation.unit_value.preferred: Expected 12.55, which the inputs give. This one says 20.00.',
    ],
    [
      'an input that moved without the value',
      ({ valuation }) => Object.assign(at(valuation.inputs, 0), { preferred: '96.00' }),
      'which the inputs give. This one says 12.55.',
    ],
    [
      'a range in the wrong order',
      ({ valuation }) => Object.assign(at(valuation.inputs, 0), { low: '99.00' }),
      'valuation.inputs.0: Expected low ≤ preferred ≤ high, not 99.00, 95.00, 110.00.',
    ],
    [
      'a missing input',
      ({ valuation }) => valuation.inputs.pop(),
      'valuation.inputs: Expected each input once; discount-rate is missing.',
    ],
    [
      'a source of a later day than the valuation',
      ({ valuation }) => Object.assign(at(valuation.inputs, 0), { as_of: '2026-11-30' }),
      'valuation.inputs.0.as_of: Expected a day up to 2026-10-31, the day of the valuation.',
    ],
    [
      'a mine plan of more than the reserve',
      ({ valuation }) =>
        valuation.method === 'cash-flow' && Object.assign(at(valuation.profile, 0), { percent: '9' }),
      'valuation.profile: Expected rising years whose shares add up to 64.6% or less, the reserve in percent of Measured and Indicated, or all of it without a reserve. These add up to 71%.',
    ],
    [
      'a share of the resource that the mine plan does not add up to',
      ({ valuation }) => Object.assign(valuation, { basis: valuation.basis.replace('64%', '66%') }),
      'valuation.basis: Expected 64% of the resource, which the shares of the profile add up to. This one says 66%.',
    ],
    [
      'a unit that does not fit its input',
      ({ valuation }) => Object.assign(at(valuation.inputs, 1), { unit: 'USD/g' }),
      'valuation.inputs: The input recovery must be in %, not in USD/g.',
    ],
    [
      'a history that does not end in the valuation',
      ({ history }) => history.pop(),
      'history.11: Expected the valuation of 2026-10-31 as the last entry: 5.66, 12.55, 20.21.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })

  test('a yardstick value that does not follow from the inputs', () => {
    const change = ({ valuation }: TokenData) => Object.assign(valuation.unit_value, { low: '4.00' })
    expect(findingsOf(change, rightYardstick)).toContain(
      'valuation.unit_value.low: Expected 4.32, which the inputs give. This one says 4.00.',
    )
  })
})

describe('days and changes: finds', () => {
  test.each<Planted>([
    [
      'an agreement that cites a later source',
      ({ chain }) => Object.assign(at(chain, 2), { as_of: '2026-09-30' }),
      "documents.3.date: Expected 2026-09-30 or later: the document cites 'Restated entitlement agreement, schedule 1' of that day.",
    ],
    [
      'an agreement before the statement that it begins with',
      ({ documents }) => Object.assign(at(documents, 1), { date: '2026-06-16' }),
      "documents.3.date: Expected 2026-06-16 or later: the document cites 'Mineral Resource and Ore Reserve statement, 31 March 2026' of that day.",
    ],
    [
      'a statement before the day on which it takes effect',
      ({ documents }) => Object.assign(at(documents, 1), { date: '2026-03-30' }),
      "documents.1.date: Expected 2026-03-31 or later: the document cites 'the statement takes effect' of that day.",
    ],
    [
      'a valuation report before its inputs',
      ({ documents }) => Object.assign(at(documents, -1), { date: '2026-10-30' }),
      "documents.5.date: Expected 2026-10-31 or later: the document cites 'the unit is valued' of that day.",
    ],
    [
      'a source named with a later day than its own',
      ({ chain }) => Object.assign(at(chain, -1), { as_of: '2026-09-29' }),
      'chain.4.source: Expected no day after 2026-09-29, its own day. This names 2026-09-30.',
    ],
    [
      'an update that names a later day',
      ({ updates }) => Object.assign(at(updates, 0), { date: '2026-09-29' }),
      'updates.0: Expected no day after 2026-09-29, its own day. This names 2026-09-30.',
    ],
    [
      'a memorandum of a day when the offering is open',
      ({ documents }) => Object.assign(at(documents, 0), { date: '2026-09-18' }),
      'documents.0.date: Expected 2026-09-01 or earlier: the day on which the offering opens.',
    ],
    [
      'a valuation without a report',
      ({ documents }) => documents.pop(),
      'documents: Expected a valuation report: the unit is valued.',
    ],
    [
      'a change that the statement does not give',
      ({ updates }) =>
        Object.assign(at(updates, 1), { text: 'Ore Reserves rose by 6.9 tonnes of contained gold.' }),
      'updates.1.text: Expected a change of 8.8 t (Measured and Indicated) or 5.4 t (reserves). This one says 6.9.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })
})

describe('terms: finds', () => {
  test.each<Planted>([
    [
      'a cap above the units held',
      ({ offering }) => Object.assign(offering, { cap_units: '3150001' }),
      'offering.cap_units: Expected 3150000 or less: the units held.',
    ],
    [
      'a price outside of the range of the valuation',
      ({ offering }) => Object.assign(offering, { unit_price: '40.00' }),
      'offering.unit_price: Expected a price from 5.66 to 20.21, the range of the valuation.',
    ],
    [
      'a minimum below that of the platform',
      ({ offering }) => Object.assign(offering, { minimum: '50.00' }),
      "offering.minimum: Expected '100.00' or more, the platform's minimum.",
    ],
    [
      'a closing day before the opening day',
      ({ offering }) => Object.assign(offering, { closes: '2026-08-31' }),
      'offering.closes: Expected a day after 2026-09-01.',
    ],
    [
      'attestations out of order',
      ({ attestations }) => Object.assign(at(attestations, 1), { as_of: '2026-10-31' }),
      'attestations.1.as_of: Expected the latest attestation first.',
    ],
    [
      'no document to acknowledge',
      ({ documents }) => {
        for (const document of documents) document.must_acknowledge = false
      },
      'documents: Expected a document that must be acknowledged.',
    ],
    [
      'an id used twice',
      ({ documents }) => Object.assign(at(documents, 1), { id: at(documents, 0).id }),
      'documents.1.id: Expected another id: offering-memorandum is used twice.',
    ],
    [
      'data that are not marked as illustrative',
      (data) => Object.assign(data, { illustrative: false }),
      'illustrative: Expected true: the data of this asset are invented.',
    ],
  ])('%s', (_, change, finding) => {
    expect(findingsOf(change).join('\n')).toContain(finding)
  })
})
