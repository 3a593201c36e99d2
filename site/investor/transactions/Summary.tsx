import type { TransactionSummary } from '#contract/transactions'
import { formatCount, formatMoney } from '#core/format/format'
import { absolute } from '#core/format/transactions'
import { Skeleton } from '#ui/Skeleton'

const cards: readonly { name: string; value: (summary: TransactionSummary) => string }[] = [
  { name: 'Total Deposits', value: ({ total_deposits }) => formatMoney(total_deposits) },
  { name: 'Total Withdrawals', value: ({ total_withdrawals }) => formatMoney(total_withdrawals) },
  { name: 'Total Fees', value: ({ total_fees }) => formatMoney(absolute(total_fees)) },
  { name: 'Total Transactions', value: ({ transaction_count }) => formatCount(transaction_count) },
]

interface SummaryProps {
  summary: TransactionSummary | undefined
  /** The sums could not be loaded: shown by a dash alone, as the specification requires. */
  failed: boolean
}

/** The four sums over the completed transactions, and a note on those that no sum includes. */
export function Summary({ summary, failed }: SummaryProps) {
  return (
    <div className="panel mt-5 overflow-hidden">
      <dl className="grid grid-cols-1 overflow-hidden min-[22rem]:grid-cols-2 lg:grid-cols-4">
        {cards.map(({ name, value }) => (
          <div
            key={name}
            className="-mt-px -ml-px min-w-0 border-line border-t border-l px-6 py-5 max-sm:p-4"
          >
            <dt className="text-[0.875rem] text-ink-2">{name}</dt>
            <dd className="mt-2 font-serif text-[clamp(1.25rem,2vw,1.75rem)] leading-[1.15] tracking-[-0.02em] wrap-anywhere">
              {summary ? value(summary) : failed ? '–' : <Skeleton className="h-[1.15em] w-3/4" />}
            </dd>
          </div>
        ))}
      </dl>
      {!failed && (
        <p className="border-line border-t bg-sunken px-6 py-3 text-[0.8125rem] text-ink-2 max-sm:px-4">
          {summary ? (
            <>
              Sums of completed transactions. Not in them: interest of{' '}
              <span className="num text-ink">{formatMoney(summary.total_interest)}</span>, and transfers of{' '}
              <span className="num text-ink">{formatMoney(summary.total_transfers)}</span> between your own
              accounts.
            </>
          ) : (
            <Skeleton className="h-[1.6em] w-96 max-w-full" />
          )}
        </p>
      )}
    </div>
  )
}
