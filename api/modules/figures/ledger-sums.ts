/** The sums above the history of transactions, row by row. */
import { summarise } from '#modules/transactions/service'
import { type Decimal, decimal, sum } from '#shared/asset/decimal'
import { readSumRows } from './ledger-rows.ts'
import { ledgerSums } from './ledger-rules.ts'
import { sources } from './links.ts'
import { type FigureRequest, now, registersOf, type Stated } from './stated.ts'

export const historySums = [...ledgerSums, 'units_paid'] as const
type HistorySum = (typeof historySums)[number]

const formulas: Record<HistorySum, string> = {
  total_deposits: 'Sum of the completed deposits.',
  total_withdrawals: 'Sum of the completed withdrawals.',
  total_fees: 'Sum of the completed fees and of the fees of all other completed transactions.',
  total_interest: 'Sum of the completed payments of interest and of distributions.',
  total_transfers:
    'Sum of the completed transfers between your own accounts. They have no direction and are part of no other sum.',
  balance:
    'Net of transactions = deposits − withdrawals + interest and distributions − fees, of completed transactions. Of a transfer only its fee counts.',
  units_paid: 'Paid for units = cost of the units allotted − proceeds of redemptions.',
}

/** What units cost less what redemptions paid. */
const paidForUnits = ({ portfolio }: FigureRequest): Decimal =>
  sum(now(portfolio).positions.map(({ paid }) => paid)).times(-1)

/** A sum of the history. */
export async function explainHistorySum(of: HistorySum, request: FigureRequest): Promise<Stated> {
  const { userId, portfolio, limit } = request
  const total = of === 'units_paid' ? paidForUnits(request) : decimal((await summarise(userId))[of])
  const { records, today } = portfolio
  const inputs = await readSumRows({ userId, of, records, from: null, to: today, total, limit })
  return {
    formula: formulas[of],
    value: total.toFixed(2),
    unit: 'USD',
    as_of: inputs[0]?.at ?? null,
    inputs,
    sources: of === 'units_paid' ? registersOf(portfolio) : [sources.ledger],
  }
}
