import type { TransactionTotals } from '#contract/cash/admin-transactions'
import type { TransactionType } from '#contract/cash/transactions'
import { formatMoney } from '#core/format/format'
import { Skeleton } from '#ui/Skeleton'

interface Figure {
  label: string
  read: (totals: TransactionTotals) => string
  /** The components of the total, across all types. */
  note: string
  /** The same if only one type is listed. */
  noteOf: (type: TransactionType) => string | undefined
}

const figures: readonly Figure[] = [
  {
    label: 'Money in',
    read: ({ money_in }) => money_in,
    note: 'Deposits and interest',
    noteOf: (type) => (isIn(type) ? undefined : 'Not applicable to this type'),
  },
  {
    label: 'Money out',
    read: ({ money_out }) => money_out,
    note: 'Withdrawals and fees',
    noteOf: (type) => (isOut(type) ? undefined : feesOf[type]),
  },
  { label: 'Net', read: ({ net }) => net, note: 'Money in less money out', noteOf: () => undefined },
]

const isIn = (type: TransactionType): boolean => type === 'deposit' || type === 'interest'
const isOut = (type: TransactionType): boolean => type === 'withdrawal' || type === 'fee'

/** Any transaction may have a fee, which is money out whatever the type. */
const feesOf: Partial<Record<TransactionType, string>> = {
  deposit: 'Fees on these deposits',
  transfer: 'Fees on these transfers',
  interest: 'Fees on these payments',
}

interface TotalsProps {
  totals: TransactionTotals | undefined
  /** The only listed type; empty for all. */
  type: TransactionType | ''
  isLoading: boolean
}

/**
 * The effect of all matching transactions on balances. Empty if they could not be loaded, in which case the list says
 * so.
 */
export function TransactionTotalsPanel({ totals, type, isLoading }: TotalsProps) {
  if (!totals && !isLoading) return null
  return (
    <dl
      aria-label="Totals of completed transactions"
      className="panel grid grid-cols-1 gap-px overflow-hidden bg-line sm:grid-cols-3"
    >
      {figures.map(({ label, note, noteOf, read }) => {
        const special = type === '' ? undefined : noteOf(type)
        return (
          <div
            key={label}
            className="flex flex-col gap-1 bg-surface px-5 py-4 max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:px-3.5 max-sm:py-2.5"
          >
            <dt className="text-[0.875rem] text-ink-2">{label}</dt>
            <dd className="num text-[1.25rem] leading-tight tracking-tight wrap-anywhere max-sm:flex-1 max-sm:text-right max-sm:text-[1.0625rem]">
              {totals ? (
                formatMoney(read(totals))
              ) : (
                <Skeleton className="inline-block h-[1lh] w-32 align-top" />
              )}
            </dd>
            <dd className={`text-[0.8125rem] text-ink-3 ${special ? 'max-sm:basis-full' : 'max-sm:hidden'}`}>
              {special ?? `${note}, completed`}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
