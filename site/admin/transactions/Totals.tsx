import type { TransactionTotals } from '#contract/admin-transactions'
import { formatMoney } from '#core/format/format'
import { Skeleton } from '#ui/Skeleton'

const figures = [
  { label: 'Money in', note: 'Deposits and interest', read: ({ money_in }) => money_in },
  { label: 'Money out', note: 'Withdrawals and fees', read: ({ money_out }) => money_out },
  { label: 'Net', note: 'In less out', read: ({ net }) => net },
] as const satisfies {
  label: string
  note: string
  read: (totals: TransactionTotals) => string
}[]

interface TotalsProps {
  of: TransactionTotals | undefined
  isLoading: boolean
}

/** What all matching transactions did to balances. Nothing once they could not be read: the list says so. */
export function Totals({ of, isLoading }: TotalsProps) {
  if (!of && !isLoading) return null
  return (
    <dl
      aria-label="Totals of completed transactions"
      className="panel grid grid-cols-1 gap-px overflow-hidden bg-line sm:grid-cols-3"
    >
      {figures.map(({ label, note, read }) => (
        <div
          key={label}
          className="flex flex-col gap-1 bg-surface px-5 py-4 max-sm:flex-row max-sm:items-baseline max-sm:justify-between max-sm:px-3.5 max-sm:py-2.5"
        >
          <dt className="text-[0.875rem] text-ink-2">{label}</dt>
          <dd className="num text-[1.25rem] leading-tight tracking-tight wrap-anywhere max-sm:text-[1.0625rem]">
            {of ? formatMoney(read(of)) : <Skeleton className="my-1 h-5 w-32" />}
          </dd>
          <dd className="text-[0.8125rem] text-ink-3 max-sm:hidden">{note}, completed</dd>
        </div>
      ))}
    </dl>
  )
}
