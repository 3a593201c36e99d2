/** The columns of a ledger, and of the transactions of everybody. */
import { Link } from 'react-router'
import type { PartOf } from '#contract/admin-transactions'
import { formatCurrency } from '#core/format/format'
import { amountTone, formatAmount, statusNames, typeNames } from '#core/format/transactions'
import { bareSymbol } from '#shared/series-code'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { viewLocation } from '#site/admin/register/views.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { Badge } from '#ui/Badge'
import type { ListRow } from './list.ts'
import { statusTones } from './status-tones.ts'

/** Of the ledger of one investor. */
export const ledgerColumns: Column<ListRow>[] = [
  {
    id: 'type',
    label: 'Transaction',
    cell: ({ id, type, description, part_of }) => (
      <>
        <span className="block">
          {typeNames[type]} <span className="num text-[0.875rem] font-normal text-ink-3">#{id}</span>
        </span>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
          {description || <span className="text-ink-3">No description</span>}
        </span>
        {part_of && <PartOfLink {...part_of} />}
        <WaitingBadge of={`transaction:${id}`} className="mt-1" />
      </>
    ),
  },
  {
    id: 'amount',
    label: 'Amount',
    isKept: true,
    align: 'right',
    sort: 'amount',
    startsDescending: true,
    cell: (row) => <span className={amountTone(row)}>{formatAmount(row)}</span>,
  },
  {
    id: 'fee',
    label: 'Fee',
    align: 'right',
    cell: ({ fee, currency }) =>
      Number(fee) === 0 ? <span className="text-ink-3">–</span> : `-${formatCurrency(fee, currency)}`,
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  {
    id: 'date',
    label: 'Date',
    sort: 'transaction_date',
    startsDescending: true,
    cell: ({ date }) => <AdminDate instant={date} />,
  },
]

/** Whose a transaction is, where the list has those of everybody. */
const ownerColumn: Column<ListRow> = {
  id: 'investor',
  label: 'Investor',
  cell: ({ user_id, user_name }) => (
    <Link className="wrap-anywhere" to={{ search: investorLocation(user_id) }}>
      {user_name || `Deleted user ${user_id}`}
    </Link>
  ),
}

/** Of the transactions of everybody. */
export const allColumns: Column<ListRow>[] = [
  ...ledgerColumns.slice(0, 1),
  ownerColumn,
  ...ledgerColumns.slice(1),
]

/** A row in the labels of its controls. */
export const nameRow = (row: ListRow): string => `${typeNames[row.type]} of ${formatAmount(row)}`

/** Why a row can be neither edited nor deleted. */
function PartOfLink({ kind, id, symbol }: PartOf) {
  return (
    <Link
      className="block text-[0.875rem] leading-snug font-normal"
      to={{
        search:
          kind === 'subscription'
            ? `?d=subscriptions&item=${id}`
            : viewLocation(bareSymbol(symbol), 'distributions'),
      }}
    >
      {kind === 'subscription' ? `Pays for a subscription to ${symbol}` : `Distribution of ${symbol}`}
    </Link>
  )
}
