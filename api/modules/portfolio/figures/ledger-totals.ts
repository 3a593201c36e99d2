/** The sums above the transaction history, row by row. */
import { getTransactionSummary } from '#modules/cash/transactions/transaction-summary'
import { type Decimal, sum, toDecimal } from '#shared/calculations/decimal'
import {
  type FigureExplanation,
  type FigureRequest,
  getCurrentPosition,
  listRegisterSources,
} from './figure-explanation.ts'
import { listTotalInputs } from './ledger-rows.ts'
import { ledgerTotals } from './ledger-rules.ts'
import { sources } from './record-links.ts'

export const historyTotals = [...ledgerTotals, 'units_paid'] as const
type HistorySum = (typeof historyTotals)[number]

const formulas: Record<HistorySum, string> = {
  total_deposits: 'Sum of completed deposits.',
  total_withdrawals: 'Sum of completed withdrawals.',
  total_fees: 'Sum of completed fee transactions and of fees on all other completed transactions.',
  total_interest: 'Sum of completed interest and distribution payments.',
  total_transfers:
    'Sum of completed transfers between your own accounts. They have no direction and are not included in other totals.',
  balance:
    'Net of transactions = deposits − withdrawals + interest and distributions − fees (completed transactions only). For transfers, only the fee is included.',
  units_paid: 'Net invested in units = cost of allotted units − redemption proceeds.',
}

/** Cost of units less redemption proceeds. */
const paidForUnits = ({ portfolio }: FigureRequest): Decimal =>
  sum(getCurrentPosition(portfolio).positions.map(({ paid }) => paid)).times(-1)

/** A sum of the history. */
export async function getHistoryTotalFigure(
  of: HistorySum,
  request: FigureRequest,
): Promise<FigureExplanation> {
  const { userId, portfolio, limit } = request
  const total =
    of === 'units_paid' ? paidForUnits(request) : toDecimal((await getTransactionSummary(userId))[of])
  const { records, today } = portfolio
  const inputs = await listTotalInputs({ userId, of, records, from: null, to: today, total, limit })
  return {
    formula: formulas[of],
    value: total.toFixed(2),
    unit: 'USD',
    as_of: inputs[0]?.at ?? null,
    inputs,
    sources: of === 'units_paid' ? listRegisterSources(portfolio) : [sources.ledger],
  }
}
