/** What series pages calculate and print in the browser. */
import { describe, expect, test } from 'vitest'
import { toDecimal } from '#shared/calculations/decimal'
import { formatBacking } from '#shared/calculations/offering-terms'
import { calculateUnitValueRange, type ValuationModel } from '#shared/calculations/valuation'
import { compareUnitsWithAttestation, compareValueWithValuation } from './content-consistency.ts'
import {
  addThousandsSeparators,
  formatCoordinates,
  formatQuantity,
  formatSigned,
  formatWithUnit,
} from './format.ts'
import { formatAboveCutOff } from './grade-format.ts'
import { drawHistoryMarkup } from './history-markup.ts'
import { findNearestInterval } from './interval-slider.ts'
import { formatOfferingPriceComparison } from './live-comparison.ts'
import { listHistory } from './live-history.ts'
import { listPublished } from './published-files.ts'
import { formatBackingShare, formatSeriesFigures, formatUnits, type SeriesFigures } from './series-figures.ts'
import { filterSeries, type ListedSeries, parseListView, serializeListView } from './series-list.ts'
import { formatResourceChange } from './statement-change.ts'
import { calculateValueWithInputs, validateInput } from './valuation-inputs.ts'
import { compareFile } from './verify-file.ts'

const offering: SeriesFigures['offering'] = {
  id: 1,
  state: 'open',
  opens_at: '2026-09-01T00:00:00.000Z',
  closes_at: '2027-02-27T00:00:00.000Z',
  unit_price: '12.30',
  minimum: '1000.00',
  maximum: '500000.00',
  cap_units: '430000.000000',
  units_left: '17619.500000',
  countries: [],
  payment_days: 10,
  terms: 'Fees: 0.60% a year.',
}
const unitValue = {
  low: '900.00',
  preferred: '1204.50',
  high: '1500.00',
  as_of: '2026-10-31',
  method: 'Discounted cash flow',
}
const figures: SeriesFigures = {
  token: {
    id: 1,
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    location: '',
    description: '',
    icon: 'Gem',
    icon_type: 'lucide',
    icon_url: '',
    color: 'Gold',
    is_active: true,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  },
  series: {
    units_in_issue: '412380.500000',
    units_held: '430000.000000',
    backing_percent: 104.2726,
    holders: null,
    unit_value: unitValue,
    attestation: {
      as_of: '2026-09-30',
      expires: '2026-12-31',
      auditor: 'A role',
      sha256: 'a'.repeat(64),
      url: '/documents/uploads/attestation.pdf',
    },
    is_illustrative: true,
  },
  offering,
  documents: [
    {
      id: 1,
      kind: 'offering-memorandum',
      title: 'Memorandum',
      version: 2,
      sha256: 'b'.repeat(64),
      size: 120_000,
      url: '/documents/uploads/1.pdf',
      must_acknowledge: true,
    },
  ],
}

describe('live figures', () => {
  test('are printed with the day or the source of each', () => {
    expect(formatSeriesFigures(figures, '2026-11-23')).toEqual({
      value: { figure: '$1,204.50', note: 'preferred, Oct 31, 2026' },
      issued: { figure: '412,380.500000', note: 'from the register' },
      held: { figure: '430,000', note: 'attested Sep 30, 2026' },
      backing: { figure: '104.2%', note: 'units in custody ÷ in issue' },
      share: { figure: '96.0%', note: '' },
      counted: { figure: 'Sep 30, 2026', note: '' },
      auditor: { figure: 'A role', note: '' },
      attestation: { figure: 'Dec 31, 2026', note: '' },
      offering: { figure: 'Open', note: '17,619.5 units left' },
      price: { figure: '$12.30', note: '' },
      minimum: { figure: '$1,000.00', note: '' },
      maximum: { figure: '$500,000.00', note: '' },
      cap: { figure: '430,000', note: '' },
      left: { figure: '17,619.5', note: '' },
      opens: { figure: 'Sep 1, 2026, 00:00 UTC', note: '' },
      closes: { figure: 'Feb 27, 2027, 00:00 UTC', note: '' },
      payment: { figure: 'Within 10 days of approval', note: '' },
      countries: { figure: 'All countries', note: '' },
      terms: { figure: 'Fees: 0.60% a year.', note: '' },
    })
  })

  test('are dashes without data', () => {
    const { terms, ...others } = formatSeriesFigures(null, '2026-11-23')
    expect(terms).toEqual({ figure: '', note: '' })
    expect(Object.values(others)).toHaveLength(18)
    for (const printed of Object.values(others)) expect(printed).toEqual({ figure: '–', note: '' })
  })

  test('compare the price of an offering that is not over with a different unit value', () => {
    const comparing = (unit_price: string, state: 'open' | 'closed' = 'open') =>
      formatOfferingPriceComparison({ ...figures, offering: offering && { ...offering, unit_price, state } })
    expect(comparing('12.30')).toBe(
      'The offering price of $12.30 is 99.0% below the unit value of $1,204.50 as of Oct 31, 2026.',
    )
    expect(comparing('1204.51')).toContain('is less than 0.1% above')
    expect([comparing('1204.50'), comparing('12.30', 'closed')]).toEqual(['', ''])
    expect(
      formatOfferingPriceComparison({ ...figures, series: { ...figures.series, unit_value: null } }),
    ).toBe('')
  })

  test('say that an attestation has expired from the following day', () => {
    const notesOn = (day: string) => {
      const { attestation, backing } = formatSeriesFigures(figures, day)
      return [attestation.note, backing.note]
    }
    expect(notesOn('2026-12-31')).toEqual(['', 'units in custody ÷ in issue'])
    expect(notesOn('2027-01-01')).toEqual([
      'expired: no units can be issued',
      'based on an expired attestation',
    ])
  })

  test('are dashes if nothing was valued or attested, and say that there is no offering', () => {
    const series = { ...figures.series, unit_value: null, attestation: null, backing_percent: null }
    const printed = formatSeriesFigures({ ...figures, series, offering: null }, '2026-11-23')
    expect([printed.value.figure, printed.held.figure, printed.backing.figure, printed.share.figure]).toEqual(
      ['–', '–', '–', '–'],
    )
    expect([printed.offering.figure, printed.price.figure, printed.terms.figure]).toEqual([
      'None',
      '–',
      'There is no offering for this series.',
    ])
    const closed = { ...figures, offering: { ...offering, state: 'closed' as const } }
    expect(formatSeriesFigures(closed, '2026-11-23').offering).toEqual({
      figure: 'Closed',
      note: '17,619.5 units were left',
    })
  })

  test('never round a backing up to one hundred percent, nor a share down to it', () => {
    expect([99.96, 100, 763.86].map(formatBacking)).toEqual(['99.9%', '100.0%', '763.8%'])
    expect([100, 99.99, 200, 0].map(formatBackingShare)).toEqual(['100.0%', '100.1%', '50.0%', '–'])
  })

  test('name the countries that investors may be from, and a single day as a day', () => {
    const narrow = { ...figures, offering: { ...offering, countries: ['CH', 'DE'], payment_days: 1 } }
    const printed = formatSeriesFigures(narrow, '2026-11-23')
    expect([printed.countries.figure, printed.payment.figure]).toEqual([
      'Switzerland, Germany',
      'Within 1 day of approval',
    ])
  })

  test('keep units exact beyond what a number can hold', () => {
    expect(formatUnits('9007199254740993.000001')).toBe('9,007,199,254,740,993.000001')
  })
})

describe('content of a series page', () => {
  const held = (units_held: string) => ({ ...figures, series: { ...figures.series, units_held } })
  const worked = { preferred: '1204.50', as_of: '2026-10-31' }

  test('says whether the attestation in force matches the derived units, and the difference', () => {
    expect(compareUnitsWithAttestation('430000', figures)).toBe('Matches the attestation of Sep 30, 2026.')
    expect(compareUnitsWithAttestation('430000', held('429999.500000'))).toContain(
      'is 0.5 below this calculation.',
    )
    expect(compareUnitsWithAttestation('430000', held('431250.000000'))).toContain(
      'is 1,250 above this calculation.',
    )
    const none = { ...figures, series: { ...figures.series, attestation: null } }
    expect(compareUnitsWithAttestation('430000', none)).toBe('No attestation yet.')
    expect(compareUnitsWithAttestation('430000', null)).toBe('')
  })

  test('says whether the valuation is the current one', () => {
    expect(compareValueWithValuation(worked, figures)).toBe('This is the current unit value.')
    expect(compareValueWithValuation({ ...worked, preferred: '1204.5' }, figures)).toContain(
      'This is the current',
    )
    expect(compareValueWithValuation({ ...worked, as_of: '2026-09-30' }, figures)).toBe(
      'The current unit value is $1,204.50 as of Oct 31, 2026. The calculation shown here is as of Sep 30, 2026.',
    )
    const none = { ...figures, series: { ...figures.series, unit_value: null } }
    expect(compareValueWithValuation(worked, none)).toContain('No unit value has been recorded yet')
    expect(compareValueWithValuation(worked, null)).toBe('')
  })

  test('is redrawn from the register’s values: the last entered of each day, earliest first', () => {
    const valuation = (id: number, as_of: string, preferred: string) => ({
      ...unitValue,
      id,
      as_of,
      preferred,
      inputs: [],
      is_superseded: false,
      created_at: '2026-11-01T00:00:00.000Z',
    })
    const valuations = [
      valuation(2, '2026-10-31', '1100.00'),
      valuation(3, '2026-10-31', '1204.50'),
      valuation(1, '2026-09-30', '1000.00'),
    ]
    const history = listHistory({ valuations })
    expect(history.map(({ as_of, preferred }) => [as_of, preferred])).toEqual([
      ['2026-09-30', '1000.00'],
      ['2026-10-31', '1204.50'],
    ])
    const { label, markup } = drawHistoryMarkup(history)
    expect(label).toContain('from Sep 30, 2026 to Oct 31, 2026: from $1,000.00 to $1,204.50')
    expect(markup).not.toMatch(/NaN|Infinity/)
    expect(drawHistoryMarkup(history.slice(1)).markup, 'a single value').not.toMatch(/NaN|Infinity/)
    expect(drawHistoryMarkup([]).markup).toBe('')
  })
})

describe('series index', () => {
  const list: ListedSeries[] = [
    { code: 'B', sheet: '01', category: 'X', stage: 'exploration', state: 'open', value: 5, backing: null },
    {
      code: 'C',
      sheet: '02',
      category: 'Y',
      stage: 'production',
      state: 'closed',
      value: null,
      backing: 101,
    },
    { code: 'A', sheet: '03', category: 'X', stage: 'feasibility', state: null, value: 9, backing: 140 },
  ]
  const codes = (view: Partial<{ category: string; state: string; sort: string }>) =>
    filterSeries(list, { category: '', state: '', sort: '', ...view }).map(({ code }) => code)

  test('is in series order unless another one is selected', () => {
    expect(codes({})).toEqual(['B', 'C', 'A'])
    expect(codes({ sort: 'unknown' })).toEqual(['B', 'C', 'A'])
    expect(codes({ sort: 'code' })).toEqual(['A', 'B', 'C'])
    expect(codes({ sort: 'stage' })).toEqual(['C', 'A', 'B'])
  })

  test('puts unknown values last', () => {
    expect(codes({ sort: 'value' })).toEqual(['A', 'B', 'C'])
    expect(codes({ sort: 'backing' })).toEqual(['A', 'C', 'B'])
  })

  test('is filtered by category and state; an offering that has not loaded matches no state', () => {
    expect(codes({ category: 'X' })).toEqual(['B', 'A'])
    expect(codes({ state: 'open' })).toEqual(['B'])
    expect(codes({ category: 'Y', state: 'open' })).toEqual([])
  })

  test('keeps its view in the URL', () => {
    const view = { category: 'Rare Earth Elements', state: '', sort: 'value' }
    expect(serializeListView(view)).toBe('?category=Rare+Earth+Elements&sort=value')
    expect(parseListView(serializeListView(view))).toEqual(view)
    expect(serializeListView({ category: '', state: '', sort: '' })).toBe('')
  })
})

describe('own inputs', () => {
  // 100 t × 10 USD/t × 50% ÷ 100 units = 5.00
  const model: ValuationModel = {
    method: 'yardstick',
    quantity: { value: '100', unit: 't' },
    units: '100',
    inputs: [
      {
        id: 'yardstick',
        label: 'Price',
        unit: 'USD/t',
        low: '8',
        preferred: '10',
        high: '12',
        source: 's',
        as_of: 'd',
      },
      {
        id: 'share',
        label: '% of units in issue',
        unit: '%',
        low: '40',
        preferred: '50',
        high: '60',
        source: 's',
        as_of: 'd',
      },
    ],
  }

  test('give the valuation’s value with the preferred inputs, and the difference with others', () => {
    expect(calculateUnitValueRange(model).preferred.toString()).toBe('5')
    expect(calculateValueWithInputs(model, '5.00', { yardstick: '10', share: '50' })).toEqual({
      value: '$5.00',
      remark: 'The preferred value.',
    })
    expect(calculateValueWithInputs(model, '5.00', { yardstick: '12', share: '50' })).toEqual({
      value: '$6.00',
      remark: '+20.0% vs. the preferred value of $5.00.',
    })
    expect(calculateValueWithInputs(model, '5.00', { yardstick: '9', share: '50' }).remark).toBe(
      '-10.0% vs. the preferred value of $5.00.',
    )
  })

  test.each(['', 'x', '-1', '1e3', '101', '8,5', '1.1234567'])('reject %j as a percentage', (text) => {
    expect(validateInput({ label: 'Royalty', unit: '%', preferred: '3.0', high: '5.0' }, text)).toContain(
      'Royalty: enter a percentage from 0 to 100, such as 3.0.',
    )
  })

  test('accept percentages up to 100 and dollars above it, with commas between thousands', () => {
    const price = { label: 'Price', unit: 'USD/g', preferred: '14.50', high: '17.00' }
    expect(validateInput({ label: 'Royalty', unit: '%', preferred: '3.0', high: '5.0' }, '100')).toBeNull()
    expect(validateInput(price, '95.00')).toBeNull()
    expect(
      validateInput({ label: 'By-products', unit: '%', preferred: '108', high: '115' }, '120'),
    ).toBeNull()
    expect(validateInput(price, '2,000')).toBeNull()
    expect(validateInput(price, '1,234,567.89')).toBeNull()
    for (const text of ['2,00', '20,00', ',200', '2000,000'])
      expect(validateInput(price, text)).toBe('Price: enter an amount in dollars, for example 14.50.')
  })
})

describe('verify a file', () => {
  test('names the version with this hash, and rejects a file that differs by one byte', () => {
    const published = listPublished(figures)
    expect(compareFile('a.pdf', 'b'.repeat(64), published)).toMatchObject({
      result: 'same',
      text: expect.stringContaining('a.pdf matches Memorandum, version 2.'),
    })
    expect(compareFile('a.pdf', 'a'.repeat(64), published).text).toContain('the attestation of Sep 30, 2026')
    expect(compareFile('a.pdf', 'c'.repeat(64), published).result).toBe('other')
    expect(compareFile('a.pdf', 'c'.repeat(64), []).result).toBe('other')
  })

  test('says that it cannot compare if the hashes have not loaded', () => {
    expect(compareFile('a.pdf', 'b'.repeat(64), null).result).toBe('unknown')
  })
})

test('the pointer selects the nearest interval, and none if far from all', () => {
  const intervals = [
    { x: 100, y: 100 },
    { x: 130, y: 100 },
  ]
  expect(findNearestInterval(intervals, 112, 104)).toBe(0)
  expect(findNearestInterval(intervals, 118, 104)).toBe(1)
  expect(findNearestInterval(intervals, 100, 160)).toBe(-1)
})

test('figures above a cut-off have the statement’s decimals and units', () => {
  const statement = {
    units: { tonnes: 'Mt', grade: '%', contained: 'kt' },
    lines: [{ tonnes: '9.6', grade: '2.50', contained: '240' }],
  } as const
  const above = { tonnes: toDecimal('3.149'), grade: toDecimal('2.5'), contained: toDecimal('78.7') }
  expect(formatAboveCutOff(above, statement)).toEqual({
    tonnes: '3.1 Mt',
    grade: '2.50%',
    contained: '79 kt',
  })
  expect(formatAboveCutOff({ ...above, grade: null }, statement).grade).toBe('–')
})

describe('the change of a statement', () => {
  const line = (category: 'measured' | 'indicated' | 'proved', contained: string) =>
    ({ category, contained, tonnes: '1', grade: '1', figures: 3 }) as const
  const previous = { lines: [line('indicated', '671')] } as never

  test('of a total counts a new category in full', () => {
    const lines = [line('measured', '256'), line('indicated', '821.5'), line('proved', '9')]
    expect(formatResourceChange({ lines, previous }, ['measured', 'indicated'])).toBe('+406.5')
    expect(formatResourceChange({ lines, previous }, ['indicated'])).toBe('+150.5')
  })

  test('is new for what the previous statement did not have', () => {
    const lines = [line('measured', '256'), line('proved', '9')]
    expect(formatResourceChange({ lines, previous }, ['measured'])).toBe('new')
    expect(formatResourceChange({ lines, previous }, ['proved', 'probable'])).toBe('new')
  })
})

test('words and numbers are formatted like the site’s texts', () => {
  expect(addThousandsSeparators('3150000')).toBe('3,150,000')
  expect(addThousandsSeparators('15900.50')).toBe('15,900.50')
  expect([
    formatQuantity({ value: '4', unit: '%' }),
    formatQuantity({ value: '1.17', unit: 'ratio' }),
  ]).toEqual(['4%', '1.17'])
  expect(formatWithUnit('1200', 'ppm')).toBe('1,200 ppm')
  expect(['15900', '-0.5', '0.0'].map(formatSigned)).toEqual(['+15,900', '-0.5', '0.0'])
  expect(formatCoordinates({ latitude: -27.62, longitude: 26.94 } as never)).toBe('27.62° S, 26.94° E')
})
