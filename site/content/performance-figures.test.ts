/** The demonstration figures are illustrative, but they must agree with each other and with the specification. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { performance } from './content-schemas.ts'

const figures = performance.parse(parse(readFileSync('content/performance.yaml', 'utf8')))
const portfolio = figures.monthly.map((month) => month.portfolio)
const benchmark = figures.monthly.map((month) => month.benchmark)
const values = [100, ...figures.daily.flat()]
const dailyReturns = values.slice(1).map((value, day) => (value / (values[day] ?? Number.NaN) - 1) * 100)

/** Days of the example: 73 with uninvested cash, which earns nothing, then the 365 days of twelve months. */
const DAYS_FROM_COMMITMENT = 73 + 365
const RISK_FREE = 3

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const mean = (numbers: number[]) => sum(numbers) / numbers.length
const covariance = (a: number[], b: number[]) =>
  sum(a.map((x, at) => (x - mean(a)) * ((b[at] ?? Number.NaN) - mean(b)))) / (a.length - 1)
const deviation = (numbers: number[]) => Math.sqrt(covariance(numbers, numbers))
const compound = (returns: number[]) => (returns.reduce((level, r) => level * (1 + r / 100), 1) - 1) * 100

/** The value that a card shows under a label, as a number. */
function shown(label: string): number {
  const metric = [...figures.metrics, ...figures.risk].find((one) => one.label === label)
  if (!metric) throw new Error(`content/performance.yaml has no metric "${label}".`)
  return Number.parseFloat(metric.value)
}

test('the demonstration figures match the specification', () => {
  expect(Object.fromEntries(figures.allocation.map((part) => [part.asset, part.percent]))).toEqual({
    Gold: 35,
    Silver: 25,
    Copper: 20,
    'Rare earths': 15,
    Lithium: 5,
  })
  expect(shown('Total return')).toBe(18.5)
  expect(shown('Annualized return')).toBe(15.2)
  expect(shown('Sharpe ratio')).toBe(1.8)
  expect(shown('Max drawdown')).toBe(-8.3)
  expect(shown('Volatility')).toBe(12.4)
  expect(shown('Beta')).toBe(0.85)
})

test('the months compound to the returns shown', () => {
  expect(compound(portfolio)).toBeCloseTo(shown('Total return'), 1)
  expect(compound(benchmark)).toBeCloseTo(shown('Benchmark return'), 1)
  expect(compound(portfolio) - compound(benchmark)).toBeCloseTo(shown('Excess return'), 1)
  const annualized = ((1 + shown('Total return') / 100) ** (365 / DAYS_FROM_COMMITMENT) - 1) * 100
  expect(annualized).toBeCloseTo(shown('Annualized return'), 1)
})

test('each month of daily values ends at its monthly return', () => {
  const closes = values.filter((_, day) => day % 21 === 0)
  portfolio.forEach((percent, month) => {
    expect(((closes[month + 1] ?? 0) / (closes[month] ?? 0) - 1) * 100).toBeCloseTo(percent, 1)
  })
})

test('drawdown and volatility follow from the daily values', () => {
  const falls = values.map((value, day) => (value / Math.max(...values.slice(0, day + 1)) - 1) * 100)
  expect(Math.min(...falls)).toBeCloseTo(shown('Max drawdown'), 1)
  expect(deviation(dailyReturns) * Math.sqrt(252)).toBeCloseTo(shown('Volatility'), 1)
})

test('the Sharpe ratio and beta follow from the monthly returns', () => {
  const sharpe = (mean(portfolio) * 12 - RISK_FREE) / (deviation(portfolio) * Math.sqrt(12))
  expect(sharpe).toBeCloseTo(shown('Sharpe ratio'), 1)
  expect(covariance(portfolio, benchmark) / deviation(benchmark) ** 2).toBeCloseTo(shown('Beta'), 2)
})

test('the attribution covers the whole return, each part being weight times own return', () => {
  expect(sum(figures.attribution.map((part) => part.percent))).toBeCloseTo(shown('Total return'), 6)
  for (const part of figures.attribution) {
    const weight = figures.allocation.find((one) => one.asset === part.source)?.percent ?? Number.NaN
    const own = Number(part.note?.match(/at ([+-]\d+\.\d)%/)?.[1])
    expect((weight * own) / 100, part.source).toBeCloseTo(part.percent, 6)
  }
})
