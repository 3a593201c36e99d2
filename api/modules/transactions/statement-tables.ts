/** The tables of figures of a statement, and how they are drawn. */

import { groupDigits } from '#shared/group-digits'
import type { Tags } from '#shared/pdf/tags'
import type { Typesetter } from '#shared/pdf/typesetter'
import { writeDay, writeShortDay } from '#shared/written-day'
import type { CurrencyFigures, FigureLine, Statement } from './statement-figures.ts'
import type { StatementPortfolio } from './statement-portfolio.ts'
import type { ReversedPayment } from './statement-reversals.ts'
import { faces, sums } from './statement-style.ts'
import { nameMovement, type UnitMovement } from './statement-units.ts'

interface FigureTable {
  title: string
  /** Headings of the columns of figures. */
  heads: readonly string[]
  rows: readonly { label: string; figures: readonly string[] }[]
}

const HEAD = 38
const ROW = 16

export const tableHeight = ({ rows }: FigureTable): number => HEAD + rows.length * ROW

/** Right edges of the columns of figures: fewer columns are the last ones. */
const edges = [sums.opening, sums.period, sums.closing]
const edgeOf = (heads: readonly string[], column: number): number =>
  edges[edges.length - heads.length + column] ?? sums.closing

/** With a true minus sign. */
const figure = (decimal: string): string => groupDigits(decimal).replace('-', '−')
const negative = (decimal: string): string =>
  decimal.startsWith('-')
    ? groupDigits(decimal.slice(1))
    : decimal === '0.00'
      ? decimal
      : `−${groupDigits(decimal)}`

const kindNames: Record<FigureLine['kind'], string> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  fee: 'Fees',
  interest: 'Interest',
  distribution: 'Distributions',
  carried_fees: 'Fees carried by other transactions',
}

const bookedTable = ({ currency, lines }: CurrencyFigures): FigureTable => ({
  title: `Completed, in ${currency}`,
  heads: ['OPENING', 'THIS PERIOD', 'CLOSING'],
  rows: lines.map(({ kind, opening, period, closing }) => ({
    label: kindNames[kind],
    figures: [opening, period, closing].map(groupDigits),
  })),
})

const endOf = (day: string | null): string => (day ? `, end of ${writeDay(day)}` : '')

function portfolioTable(portfolio: StatementPortfolio): FigureTable {
  const { openingDay, closingDay, opening, deposited, withdrawn, transferred, gains, closing } = portfolio
  const rows = [
    [`Opening value${endOf(openingDay)}`, figure(opening)],
    ['Deposits', figure(deposited)],
    ['Withdrawals', negative(withdrawn)],
    ...(transferred === '0.00' ? [] : [['Units transferred in less out', figure(transferred)]]),
    ['Gains: changes of unit values, income, less fees', figure(gains)],
    [`Closing value, ${writeDay(closingDay)}`, figure(closing)],
  ]
  return {
    title: 'Portfolio, in USD',
    heads: ['VALUE'],
    rows: rows.map(([label = '', value = '']) => ({ label, figures: [value] })),
  }
}

const ILLUSTRATIVE =
  'Illustrative: the asset is invented to show how the platform works. The sums include it.'

const holdingsTable = ({ closingDay, cash, closing, holdings }: StatementPortfolio): FigureTable => ({
  title: `Holdings, ${writeDay(closingDay)}`,
  heads: ['UNITS', 'UNIT VALUE, USD', 'VALUE, USD'],
  rows: [
    ...holdings.map(({ symbol, units, unitValue, valuedAt, value, isIllustrative }) => ({
      label: [symbol, isIllustrative && 'illustrative', valuedAt && `valued ${writeShortDay(valuedAt)}`]
        .filter(Boolean)
        .join(', '),
      figures: [groupDigits(units), unitValue === null ? '–' : groupDigits(unitValue), groupDigits(value)],
    })),
    { label: 'Cash', figures: ['', '', figure(cash.closing)] },
    { label: 'Closing value', figures: ['', '', figure(closing)] },
    ...(holdings.some(({ isIllustrative }) => isIllustrative) ? [{ label: ILLUSTRATIVE, figures: [] }] : []),
  ],
})

/** From the opening to the closing cash. */
function cashTable({ openingDay, closingDay, cash }: StatementPortfolio): FigureTable {
  const rows = [
    [`Opening cash${endOf(openingDay)}`, figure(cash.opening)],
    ['Deposits', figure(cash.deposited)],
    ['Withdrawals', negative(cash.withdrawn)],
    ['Interest', figure(cash.interest)],
    ['Distributions', figure(cash.distributions)],
    ['Fees, with those of other transactions', negative(cash.fees)],
    ['Units bought', negative(cash.bought)],
    ['Units redeemed', figure(cash.redeemed)],
    [`Closing cash, ${writeDay(closingDay)}`, figure(cash.closing)],
  ]
  return {
    title: 'Cash, in USD',
    heads: ['AMOUNT'],
    rows: rows.map(([label = '', value = '']) => ({ label, figures: [value] })),
  }
}

/** Rows of one table of a list: a table does not continue on the next page. */
const LISTED_ROWS = 30

const movementRow = (movement: UnitMovement): FigureTable['rows'][number] => ({
  label: `${writeShortDay(movement.at)} · ${movement.symbol}, entry ${movement.number}, ${nameMovement(movement)}`,
  figures: [figure(movement.units), figure(movement.paid)],
})

/** The tables of a list, each as long as fits a page. */
const inTables = <Row>(
  rows: readonly Row[],
  show: (row: Row) => FigureTable['rows'][number],
  { title, heads }: Pick<FigureTable, 'title' | 'heads'>,
): FigureTable[] =>
  Array.from({ length: Math.ceil(rows.length / LISTED_ROWS) }, (_, at) => ({
    title: at === 0 ? title : `${title}, continued`,
    heads,
    rows: rows.slice(at * LISTED_ROWS, (at + 1) * LISTED_ROWS).map(show),
  }))

const movementTables = ({ movements }: StatementPortfolio): FigureTable[] =>
  inTables(movements, movementRow, {
    title: 'Units in this period',
    heads: ['UNITS', 'EFFECT ON CASH, USD'],
  })

const reversalRow = ({ at, id, isReversal, amount }: ReversedPayment): FigureTable['rows'][number] => ({
  label: `${writeShortDay(at)} · Interest ${id}, distribution ${isReversal ? 'reversed' : 'paid'}`,
  figures: [figure(amount)],
})

/** Where distributions were reversed: their transactions are cancelled, and the sums above hold both. */
const reversalTables = ({ reversals }: StatementPortfolio): FigureTable[] =>
  inTables(reversals, reversalRow, { title: 'Reversed distributions', heads: ['EFFECT ON CASH, USD'] })

/** All tables of a statement, in order. */
export const tablesOf = ({ portfolio, figures }: Statement): FigureTable[] => [
  portfolioTable(portfolio),
  ...(portfolio.holdings.length > 0 ? [holdingsTable(portfolio)] : []),
  ...(portfolio.hasUnits
    ? [cashTable(portfolio), ...movementTables(portfolio), ...reversalTables(portfolio)]
    : []),
  ...figures.map(bookedTable),
]

/** Draws a table below `top`. `rule` draws a line. */
export function drawTable(
  { title, heads, rows }: FigureTable,
  top: number,
  { set, tags, rule }: { set: Typesetter; tags: Tags; rule: (y: number, isStrong: boolean) => void },
): void {
  const head = (...line: Parameters<Typesetter['line']>) =>
    tags.text('TH', () => set.line(...line), { scope: 'Column' })
  tags.decoration(() => rule(top, true))
  tags.begin('Table')
  tags.group('TR', () => {
    head(faces.section, title, sums.kind, top + 18)
    heads.forEach((text, column) => {
      head(faces.label, text, edgeOf(heads, column), top + 18, 'right')
    })
  })
  let y = top + HEAD - 2
  for (const { label, figures } of rows) {
    tags.group('TR', () => {
      tags.text('TH', () => set.line(faces.cell, label, sums.kind, y), { scope: 'Row' })
      figures.forEach((text, column) => {
        const face = column === figures.length - 1 ? faces.total : faces.figure
        const draw = () => set.line(face, text, edgeOf(heads, column), y, 'right')
        tags.text('TD', text === '' ? undefined : draw)
      })
    })
    tags.decoration(() => rule(y + 5, false))
    y += ROW
  }
  tags.end()
}
