/** The columns of a ledger, and of all investors' transactions. */
import { Link } from 'react-router'
import type { LinkedRecord } from '#contract/cash/admin-transactions'
import { formatCurrency } from '#core/format/format'
import {
  formatAmount,
  getAmountTone,
  transactionStatusLabels,
  transactionTypeLabels,
} from '#core/format/transactions'
import { stripSymbolPrefix } from '#shared/series-code'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { getRegisterTabLocation } from '#site/admin/kit/register-tabs.ts'
import { Badge } from '#ui/Badge'
import { transactionStatusTones } from './status-tones.ts'
import type { ListRow } from './transaction-list.ts'

/** For one investor's ledger. */
export const ledgerColumns: Column<ListRow>[] = [
  {
    id: 'type',
    label: 'Transaction',
    cell: ({ id, type, description, part_of }) => (
      <>
        <span className="block">
          {transactionTypeLabels[type]}{' '}
          <span className="num text-[0.875rem] font-normal text-ink-3">#{id}</span>
        </span>
        <span className="block text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
          {description || <span className="text-ink-3">No description</span>}
        </span>
        {part_of && <PartOfLink {...part_of} />}
        <AwaitingApprovalBadge rows={`transaction:${id}`} className="mt-1" />
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
    cell: (row) => <span className={getAmountTone(row)}>{formatAmount(row)}</span>,
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
    cell: ({ status }) => (
      <Badge tone={transactionStatusTones[status]}>{transactionStatusLabels[status]}</Badge>
    ),
  },
  {
    id: 'date',
    label: 'Date',
    sort: 'transaction_date',
    startsDescending: true,
    cell: ({ date }) => <AdminDate instant={date} />,
  },
]

/** The investor of a transaction, if the list covers all investors. */
const ownerColumn: Column<ListRow> = {
  id: 'investor',
  label: 'Investor',
  cell: ({ user_id, user_name }) => (
    <Link className="wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
      {user_name || `Deleted investor ${user_id}`}
    </Link>
  ),
}

/** For all investors' transactions. */
export const allInvestorsColumns: Column<ListRow>[] = [
  ...ledgerColumns.slice(0, 1),
  ownerColumn,
  ...ledgerColumns.slice(1),
]

/** A row's name in the labels of its controls. */
export const formatTransactionName = (row: ListRow): string =>
  `${transactionTypeLabels[row.type]} of ${formatAmount(row)}`

/** Why a row can be neither edited nor deleted. */
function PartOfLink({ kind, id, symbol }: LinkedRecord) {
  return (
    <Link
      className="block text-[0.875rem] leading-snug font-normal"
      to={{
        search:
          kind === 'subscription'
            ? `?d=subscriptions&item=${id}`
            : getRegisterTabLocation(stripSymbolPrefix(symbol), 'distributions'),
      }}
    >
      {kind === 'subscription' ? `Payment for subscription to ${symbol}` : `Distribution of ${symbol}`}
    </Link>
  )
}
