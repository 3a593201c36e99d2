import { memo, type ReactNode, useState } from 'react'
import type { Transaction, TransactionStatus } from '#contract/cash/transactions'
import { formatCurrency } from '#core/format/format'
import { formatRecordDateText } from '#core/format/record-date-text'
import {
  formatAmount,
  formatFee,
  getAmountTone,
  transactionStatusLabels,
  transactionTypeLabels,
} from '#core/format/transactions'
import { SiteDate } from '#site/investor/kit/SiteDate.tsx'
import { useStagedRows } from '#site/ui/list/use-staged-rows.ts'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Skeleton } from '#ui/Skeleton'
import { TransactionDialog } from './TransactionDialog.tsx'

const tones: Record<TransactionStatus, BadgeTone> = {
  completed: 'gain',
  pending: 'warn',
  failed: 'loss',
  cancelled: 'neutral',
}

const cell = 'border-line border-b py-3.5 align-top group-last:border-b-0'
const first = `${cell} pr-4 pl-[22px] max-sm:pl-4`
const last = `${cell} pr-[22px] pl-4 max-sm:pr-4`
/** A separate column from tablet width on, or part of the first two columns on a phone. */
const wide = '@max-[36rem]:hidden'
/** A separate column on a desktop; the details always show it. */
const wider = '@max-[58rem]:hidden'

interface TransactionTableProps {
  transactions: readonly Transaction[]
  /** Identifies the page they belong to. */
  query: string
  /** Other rows are about to arrive. */
  isStale: boolean
}

const keyOf = ({ id }: Transaction): number => id

/** One page of rows: five columns, or two-column cards on a phone. A row opens its details. */
export function TransactionTable({ transactions, query, isStale }: TransactionTableProps) {
  const [opened, setOpened] = useState<Transaction>()
  const { rows, current } = useStagedRows(transactions, keyOf, query)
  return (
    <>
      <Table busy={isStale || current < rows.length} dim={isStale}>
        {rows.map((transaction) => (
          <Row key={transaction.id} transaction={transaction} onOpen={setOpened} />
        ))}
      </Table>
      <TransactionDialog
        open={opened !== undefined}
        transaction={opened}
        onClose={() => setOpened(undefined)}
      />
    </>
  )
}

function Table({ busy, dim = false, children }: { busy: boolean; dim?: boolean; children: ReactNode }) {
  return (
    <div className="stacked-table @container relative overflow-x-auto">
      <table
        className={`w-full text-[0.9375rem] transition-opacity ${dim ? 'opacity-50' : ''}`}
        aria-busy={busy || undefined}
      >
        <caption className="visually-hidden">Transactions, newest first</caption>
        <thead className="@max-[36rem]:sr-only">
          <tr className="border-line-strong border-b text-left text-[0.8125rem] text-ink-3">
            <th scope="col" className="py-3 pr-4 pl-[22px] font-normal">
              Transaction
            </th>
            <th scope="col" className="px-4 py-3 text-right font-normal">
              Amount
            </th>
            <th scope="col" className={`py-3 pr-4 pl-10 font-normal ${wide}`}>
              Status
            </th>
            <th scope="col" className={`py-3 pr-4 pl-4 font-normal @max-[58rem]:pr-[22px] ${wide}`}>
              Date
            </th>
            <th scope="col" className={`py-3 pr-[22px] pl-4 text-right font-normal ${wider}`}>
              Running total
              <span className="block text-[0.75rem]">completed only</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface RowProps {
  transaction: Transaction
  onOpen: (transaction: Transaction) => void
}

/** Rerendered only for a different transaction, because a page is rendered a few rows at a time. */
const Row = memo(function Row({ transaction, onOpen }: RowProps) {
  const { type, description, status, transaction_date, balance, currency } = transaction
  const fee = formatFee(transaction)
  const badge = <Badge tone={tones[status]}>{transactionStatusLabels[status]}</Badge>
  return (
    <tr className="group relative hover:bg-sunken">
      <td className={first}>
        {/* The button covers the row, so that a press anywhere opens the details. */}
        <button
          type="button"
          aria-haspopup="dialog"
          className="cursor-pointer font-medium after:absolute after:inset-0"
          onClick={() => onOpen(transaction)}
        >
          {transactionTypeLabels[type]}
        </button>
        {transaction.distribution && <span className="ml-2 text-[0.8125rem] text-ink-2">Distribution</span>}
        <p className="text-[0.875rem] leading-snug text-ink-2 wrap-anywhere">
          {description ? (
            formatRecordDateText(description)
          ) : (
            <span className="text-ink-3">No description</span>
          )}
          {type === 'transfer' && (
            <span className="block text-[0.8125rem] text-ink-3">
              Between your own accounts; only a fee changes the running total
            </span>
          )}
        </p>
        <p className="mt-1 text-[0.8125rem] text-ink-3 @min-[36rem]:hidden">
          <SiteDate instant={transaction_date} />
        </p>
      </td>
      <td className={`${cell} text-right @max-[36rem]:pr-[min(22px,1rem)] @min-[36rem]:px-4`}>
        <p className={`num text-[0.875rem] leading-[1.7] ${getAmountTone(transaction)}`}>
          {formatAmount(transaction)}
        </p>
        {fee && <p className="num text-[0.8125rem] whitespace-nowrap text-ink-3">Fee: {fee}</p>}
        <p className="mt-1.5 @min-[36rem]:hidden">{badge}</p>
        {balance !== undefined && (
          <p className="num mt-1.5 text-[0.75rem] whitespace-nowrap text-ink-3 @min-[58rem]:hidden">
            <span className="font-sans">Running total</span> {formatCurrency(balance, currency)}
          </p>
        )}
      </td>
      <td className={`${cell} pr-4 pl-10 ${wide}`}>{badge}</td>
      <td
        className={`${last} num text-[0.875rem] leading-[1.7] whitespace-nowrap text-ink-2 @min-[58rem]:pr-4 ${wide}`}
      >
        <SiteDate instant={transaction_date} />
      </td>
      <td className={`${last} num text-right text-[0.875rem] leading-[1.7] text-ink-2 ${wider}`}>
        {balance === undefined ? <span className="text-ink-3">–</span> : formatCurrency(balance, currency)}
      </td>
    </tr>
  )
})

/** A placeholder for the table while its first rows load. */
export function TransactionTableLoading({ rows }: { rows: number }) {
  return (
    <div className="relative">
      {/* Over the placeholders, so that nothing moves when it disappears. */}
      <p
        className="absolute top-28 left-1/2 z-1 -translate-x-1/2 rounded border border-line bg-surface px-4 py-2 text-[0.875rem] whitespace-nowrap text-ink-2"
        aria-hidden="true"
      >
        Loading transactions...
      </p>
      <Table busy>
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of placeholders
          <tr key={at} className="group">
            <td className={first}>
              <Skeleton className="my-1 h-4 w-24" />
              <Skeleton className="mt-2.5 h-3.5 w-48 max-w-full" />
            </td>
            <td className={`${cell} @min-[36rem]:px-4 @max-[36rem]:pr-[min(22px,1rem)]`}>
              <Skeleton className="my-1 ml-auto h-4 w-24" />
            </td>
            <td className={`${cell} pr-4 pl-10 ${wide}`}>
              <Skeleton className="h-6 w-20" />
            </td>
            <td className={`${last} @min-[58rem]:pr-4 ${wide}`}>
              <Skeleton className="my-1 h-4 w-20" />
            </td>
            <td className={`${last} ${wider}`}>
              <Skeleton className="my-1 ml-auto h-4 w-24" />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
