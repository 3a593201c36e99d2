import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './calendar.ts'
import { getPortfolioOnDay, listPortfolioDays, type PortfolioRecords } from './portfolio-by-day.ts'

const book = (at: string, amounts: Partial<PortfolioRecords['ledger'][number]>) => ({
  at,
  deposited: '0',
  withdrawn: '0',
  income: '0',
  fees: '0',
  ...amounts,
})
const move = (
  at: string,
  symbol: string,
  units: string,
  more: Partial<PortfolioRecords['register'][number]>,
) => ({
  at,
  symbol,
  units,
  cost: '0',
  paid: '0',
  transferred: '0',
  ...more,
})

const records: PortfolioRecords = {
  ledger: [
    book('2026-01-05', { deposited: '1000.00', fees: '2.50' }),
    book('2026-03-02', { income: '12.40' }),
    book('2026-04-01', { withdrawn: '100.00' }),
  ],
  register: [
    move('2026-01-10', '$GOLD', '8.5', { cost: '850.00', paid: '-850.00' }),
    move('2026-02-10', '$TIN', '3', { cost: '20.00', transferred: '3' }),
    move('2026-04-10', '$GOLD', '-2', { cost: '-200.00', paid: '230.00' }),
  ],
  unitValues: [
    { at: '2026-01-01', symbol: '$GOLD', value: '100.00' },
    { at: '2026-01-20', symbol: '$TIN', value: '7.33' },
    { at: '2026-03-31', symbol: '$GOLD', value: '110.01' },
  ],
}
const print = (day: object) =>
  Object.fromEntries(
    Object.entries(day).map(([name, value]) => [name, typeof value === 'string' ? value : Number(value)]),
  )

describe('a calculated portfolio', () => {
  test('is worth its units at their unit value plus its cash, to the cent, on each day', () => {
    expect(listPortfolioDays(records, '2026-12-31').map(({ at, value }) => [at, value.toFixed(2)])).toEqual([
      ['2026-01-05', '997.50'],
      // 8.5 × 100 + 147.50
      ['2026-01-10', '997.50'],
      ['2026-01-20', '997.50'],
      // Plus 3 × 7.33
      ['2026-02-10', '1019.49'],
      ['2026-03-02', '1031.89'],
      // 8.5 × 110.01 = 935.085, rounded to 935.09, instead of 850
      ['2026-03-31', '1116.98'],
      ['2026-04-01', '1016.98'],
      // 6.5 × 110.01 = 715.07, plus 230.00 of cash
      ['2026-04-10', '1026.96'],
    ])
  })

  test('counts deposits, withdrawals and units received as flows; the rest is gains', () => {
    const days = listPortfolioDays(records, '2026-12-31')
    expect(
      days.flatMap(({ at, inflow, outflow }) =>
        inflow.eq(outflow) ? [] : [[at, inflow.minus(outflow).toFixed(2)]],
      ),
    ).toEqual([
      ['2026-01-05', '1000.00'],
      ['2026-02-10', '21.99'],
      ['2026-04-01', '-100.00'],
    ])
    expect(print(days.at(-1) ?? {})).toEqual({
      at: '2026-04-10',
      value: 1026.96,
      cash: 289.9,
      deposited: 1000,
      withdrawn: 100,
      received: 21.99,
      given: 0,
      income: 12.4,
      fees: 2.5,
      gains: 104.97,
      inflow: 0,
      outflow: 0,
    })
  })

  test('knows its positions at the end of a day, with the unit value in effect', () => {
    const { positions, value } = getPortfolioOnDay(records, '2026-03-30')
    expect(value.toFixed(2)).toBe('1031.89')
    expect(
      positions.map(({ symbol, units, unitValue, valuedAt, value }) => [
        symbol,
        units.toFixed(6),
        unitValue?.toFixed(2),
        valuedAt,
        value.toFixed(2),
      ]),
    ).toEqual([
      ['$GOLD', '8.500000', '100.00', '2026-01-01', '850.00'],
      ['$TIN', '3.000000', '7.33', '2026-01-20', '21.99'],
    ])
  })

  test('counts units as zero before the first valuation of their series', () => {
    const unvalued = { ...records, unitValues: [] }
    expect(getPortfolioOnDay(unvalued, '2026-01-31').value.toFixed(2)).toBe('147.50')
    expect(getPortfolioOnDay(unvalued, '2026-01-31').positions[0]?.unitValue).toBeNull()
  })

  test('is empty without records', () => {
    const nothing = { ledger: [], register: [], unitValues: [] }
    expect(listPortfolioDays(nothing, '2026-12-31')).toEqual([])
    expect(getPortfolioOnDay(nothing, '2026-12-31')).toMatchObject({ at: '2026-12-31', positions: [] })
  })
})

describe('any calculated portfolio', () => {
  const cents = (max: number) => fc.integer({ min: 0, max }).map((amount) => (amount / 100).toFixed(2))
  const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays('2026-01-01', days))
  const byDay = <Row extends { at: string }>(rows: Row[]) => rows.sort((a, b) => (a.at < b.at ? -1 : 1))
  const symbol = fc.constantFrom('$GOLD', '$TIN')
  const ledger = fc
    .array(
      fc.record({
        at: day,
        deposited: cents(1e7),
        withdrawn: cents(1e6),
        income: cents(1e5),
        fees: cents(1e4),
      }),
    )
    .map(byDay)
  const millionths = fc.integer({ min: -2_000_000, max: 5_000_000_000 })
  const register = fc
    .array(
      fc
        .record({ at: day, symbol, units: millionths, paid: cents(1e7), isTransfer: fc.boolean() })
        .map(({ units, isTransfer, ...rest }) => ({
          ...rest,
          units: (units / 1e6).toFixed(6),
          cost: '0',
          transferred: isTransfer ? (units / 1e6).toFixed(6) : '0',
        })),
    )
    .map(byDay)
  const unitValues = fc
    .uniqueArray(fc.record({ at: day, symbol, value: cents(1e6) }), {
      selector: ({ at, symbol }) => at + symbol,
    })
    .map(byDay)
  const anyRecords = fc.record({ ledger, register, unitValues })

  const toCents = (text: string) => BigInt(text.replace('.', ''))
  /** Units in millionths × cents, rounded half away from zero to the cent. */
  const worth = (units: bigint, price: bigint) => {
    const exact = units * price
    const size = exact < 0n ? -exact : exact
    const rounded = (size + 500_000n) / 1_000_000n
    return exact < 0n ? -rounded : rounded
  }

  /** An independent calculation: all rows up to a day, in whole cents. */
  function valueOnPaper({ ledger, register, unitValues }: PortfolioRecords, at: string): bigint {
    const until = <Row extends { at: string }>(rows: readonly Row[]) => rows.filter((row) => row.at <= at)
    const add = (values: readonly unknown[]) =>
      values.reduce<bigint>((sum, value) => sum + toCents(String(value)), 0n)
    const booked = until(ledger)
    const cash =
      add(booked.map(({ deposited }) => deposited)) -
      add(booked.map(({ withdrawn }) => withdrawn)) +
      add(booked.map(({ income }) => income)) -
      add(booked.map(({ fees }) => fees)) +
      add(until(register).map(({ paid }) => paid))
    return ['$GOLD', '$TIN'].reduce((sum, name) => {
      const units = add(
        until(register)
          .filter((row) => row.symbol === name)
          .map((row) => row.units),
      )
      const price = until(unitValues).findLast((row) => row.symbol === name)
      return sum + (price ? worth(units, toCents(String(price.value))) : 0n)
    }, cash)
  }

  test('has the value that the rows up to the day give independently', () => {
    fc.assert(
      fc.property(anyRecords, day, (some, at) => {
        expect(toCents(getPortfolioOnDay(some, at).value.toFixed(2))).toBe(valueOnPaper(some, at))
        const last = listPortfolioDays(some, at).at(-1)
        if (last) expect(toCents(last.value.toFixed(2))).toBe(valueOnPaper(some, at))
      }),
    )
  })

  test('keeps deposited − withdrawn + gains = value, including units in kind, and its flows add up', () => {
    fc.assert(
      fc.property(anyRecords, (some) => {
        const days = listPortfolioDays(some, '2026-12-31')
        let flows = 0n
        for (const { deposited, withdrawn, received, given, gains, value, inflow, outflow } of days) {
          const external = deposited.plus(received).minus(withdrawn).minus(given)
          expect(external.plus(gains).toFixed(2)).toBe(value.toFixed(2))
          flows += toCents(inflow.minus(outflow).toFixed(2))
          expect(flows).toBe(toCents(external.toFixed(2)))
        }
      }),
    )
  })

  test('explains its gains by income, fees, and the contribution of each series', () => {
    fc.assert(
      fc.property(anyRecords, day, (some, at) => {
        const { gains, income, fees, positions } = getPortfolioOnDay(some, at)
        const brought = positions.reduce(
          (sum, { value, paid, transferred }) => sum.plus(value).plus(paid).minus(transferred),
          income.minus(fees),
        )
        expect(brought.toFixed(2)).toBe(gains.toFixed(2))
      }),
    )
  })
})
