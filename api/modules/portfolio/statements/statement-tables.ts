/** The tables of figures of a statement, and how they are drawn. */

import { formatLongDate, writeShortDay } from '#shared/format-date'
import type { PdfTagger } from '#shared/pdf/pdf-tags'
import type { Typesetter } from '#shared/pdf/typesetter'
import { addThousandsSeparators } from '#shared/thousands-separators'
import type { CashStatementLine, CurrencyFigures, Statement } from './statement-figures.ts'
import type { StatementPortfolio } from './statement-portfolio.ts'
import type { ReversedPayment } from './statement-reversals.ts'
import { textStyles, totalColumns } from './statement-style.ts'
import { formatMovementLabel, type UnitMovement } from './statement-units.ts'

interface FigureTable {
  title: string
  /** Headings of the figure columns. */
  heads: readonly string[]
  rows: readonly { label: string; figures: readonly string[] }[]
}

const HEAD = 38
const ROW = 16

export const getTableHeight = ({ rows }: FigureTable): number => HEAD + rows.length * ROW

/** Right edges of the figure columns: a smaller number uses the last ones. */
const edges = [totalColumns.opening, totalColumns.period, totalColumns.closing]
const edgeOf = (heads: readonly string[], column: number): number =>
  edges[edges.length - heads.length + column] ?? totalColumns.closing

/** With a true minus sign. */
const figure = (decimal: string): string => addThousandsSeparators(decimal).replace('-', '−')
const negative = (decimal: string): string =>
  decimal.startsWith('-')
    ? addThousandsSeparators(decimal.slice(1))
    : decimal === '0.00'
      ? decimal
      : `−${addThousandsSeparators(decimal)}`

const kindNames: Record<CashStatementLine['kind'], string> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  fee: 'Fees',
  interest: 'Interest',
  distribution: 'Distributions',
  carried_fees: 'Fees on other transactions',
}

const bookedTable = ({ currency, lines }: CurrencyFigures): FigureTable => ({
  title: `Completed transactions, ${currency}`,
  heads: ['OPENING', 'THIS PERIOD', 'CLOSING'],
  rows: lines.map(({ kind, opening, period, closing }) => ({
    label: kindNames[kind],
    figures: [opening, period, closing].map(addThousandsSeparators),
  })),
})

const endOf = (day: string | null): string => (day ? ` as of ${formatLongDate(day)}` : '')

function portfolioTable(portfolio: StatementPortfolio): FigureTable {
  const { openingDay, closingDay, opening, deposited, withdrawn, transferred, gains, closing } = portfolio
  const rows = [
    [`Opening value${endOf(openingDay)}`, figure(opening)],
    ['Deposits', figure(deposited)],
    ['Withdrawals', negative(withdrawn)],
    ...(transferred === '0.00' ? [] : [['Net units transferred in', figure(transferred)]]),
    ['Gains (change in unit values and income, net of fees)', figure(gains)],
    [`Closing value as of ${formatLongDate(closingDay)}`, figure(closing)],
  ]
  return {
    title: 'Portfolio, in USD',
    heads: ['VALUE'],
    rows: rows.map(([label = '', value = '']) => ({ label, figures: [value] })),
  }
}

const ILLUSTRATIVE =
  'Illustrative: the asset is fictitious and shown to demonstrate the platform. Totals include it.'

const holdingsTable = ({ closingDay, cash, closing, holdings }: StatementPortfolio): FigureTable => ({
  title: `Holdings as of ${formatLongDate(closingDay)}`,
  heads: ['UNITS', 'UNIT VALUE, USD', 'VALUE, USD'],
  rows: [
    ...holdings.map(({ symbol, units, unitValue, valuedAt, value, isIllustrative }) => ({
      label: [symbol, isIllustrative && 'illustrative', valuedAt && `valued ${writeShortDay(valuedAt)}`]
        .filter(Boolean)
        .join(', '),
      figures: [
        addThousandsSeparators(units),
        unitValue === null ? '–' : addThousandsSeparators(unitValue),
        addThousandsSeparators(value),
      ],
    })),
    { label: 'Cash balance', figures: ['', '', figure(cash.closing)] },
    { label: 'Closing value', figures: ['', '', figure(closing)] },
    ...(holdings.some(({ isIllustrative }) => isIllustrative) ? [{ label: ILLUSTRATIVE, figures: [] }] : []),
  ],
})

/** From the opening to the closing cash. */
function cashTable({ openingDay, closingDay, cash }: StatementPortfolio): FigureTable {
  const rows = [
    [`Opening cash balance${endOf(openingDay)}`, figure(cash.opening)],
    ['Deposits', figure(cash.deposited)],
    ['Withdrawals', negative(cash.withdrawn)],
    ['Interest', figure(cash.interest)],
    ['Distributions', figure(cash.distributions)],
    ['Fees, including fees on other transactions', negative(cash.fees)],
    ['Units allotted', negative(cash.bought)],
    ['Units redeemed', figure(cash.redeemed)],
    [`Closing cash balance as of ${formatLongDate(closingDay)}`, figure(cash.closing)],
  ]
  return {
    title: 'Cash, in USD',
    heads: ['AMOUNT'],
    rows: rows.map(([label = '', value = '']) => ({ label, figures: [value] })),
  }
}

/** Rows of one table in a list: a table does not continue on the next page. */
const LISTED_ROWS = 30

const movementRow = (movement: UnitMovement): FigureTable['rows'][number] => ({
  label: `${writeShortDay(movement.at)} · ${movement.symbol}, entry ${movement.number}, ${formatMovementLabel(movement)}`,
  figures: [figure(movement.units), figure(movement.paid)],
})

/** The tables of a list, each as long as fits on a page. */
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
    title: 'Unit movements in this period',
    heads: ['UNITS', 'EFFECT ON CASH, USD'],
  })

const reversalRow = ({ at, id, isReversal, amount }: ReversedPayment): FigureTable['rows'][number] => ({
  label: `${writeShortDay(at)} · Interest ${id}, distribution ${isReversal ? 'reversed' : 'paid'}`,
  figures: [figure(amount)],
})

/** For reversed distributions: their transactions are cancelled, and the sums above include both. */
const reversalTables = ({ reversals }: StatementPortfolio): FigureTable[] =>
  inTables(reversals, reversalRow, { title: 'Reversed distributions', heads: ['EFFECT ON CASH, USD'] })

/** All tables of a statement, in order. */
export const buildTables = ({ portfolio, figures }: Statement): FigureTable[] => [
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
  { set, tags, rule }: { set: Typesetter; tags: PdfTagger; rule: (y: number, isStrong: boolean) => void },
): void {
  const head = (...line: Parameters<Typesetter['line']>) =>
    tags.text('TH', () => set.line(...line), { scope: 'Column' })
  tags.decoration(() => rule(top, true))
  tags.begin('Table')
  tags.group('TR', () => {
    head(textStyles.section, title, totalColumns.kind, top + 18)
    heads.forEach((text, column) => {
      head(textStyles.label, text, edgeOf(heads, column), top + 18, 'right')
    })
  })
  let y = top + HEAD - 2
  for (const { label, figures } of rows) {
    tags.group('TR', () => {
      tags.text('TH', () => set.line(textStyles.cell, label, totalColumns.kind, y), { scope: 'Row' })
      figures.forEach((text, column) => {
        const face = column === figures.length - 1 ? textStyles.total : textStyles.figure
        const draw = () => set.line(face, text, edgeOf(heads, column), y, 'right')
        tags.text('TD', text === '' ? undefined : draw)
      })
    })
    tags.decoration(() => rule(y + 5, false))
    y += ROW
  }
  tags.end()
}
