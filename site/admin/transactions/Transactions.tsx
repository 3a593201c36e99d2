import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { adminTransactions, type ListedTransaction, type PartOf } from '#contract/admin-transactions'
import { callAdmin } from '#core/api/admin-api'
import { formatCurrency } from '#core/format/format'
import { amountTone, formatAmount, statusNames, typeNames } from '#core/format/transactions'
import { dataOf } from '#core/query/remote'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { bareSymbol } from '#shared/series-code'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { viewLocation } from '#site/admin/register/views.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { nameOf, readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterInput, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { deleteIcon, editIcon } from '#ui/icons/rows'
import { transactionList } from './list.ts'
import { statusTones } from './status-tones.ts'
import { type Edited, TransactionDialog } from './TransactionDialog.tsx'

const columns: Column<ListedTransaction>[] = [
  {
    id: 'type',
    label: 'Transaction',
    cell: ({ id, type, description, part_of }) => (
      <>
        <span className="block">{typeNames[type]}</span>
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

const types = [
  { value: '' as const, label: 'All types' },
  ...transactionTypes.map((value) => ({ value, label: typeNames[value] })),
]
const statuses = [
  { value: '' as const, label: 'All statuses' },
  ...transactionStatuses.map((value) => ({ value, label: statusNames[value] })),
]

const nameRow = (row: ListedTransaction): string => `${typeNames[row.type]} of ${formatAmount(row)}`

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

/** The ledger of one investor. */
export function Transactions() {
  const state = useList(transactionList)
  const userId = readUserId(state.query.filters.user)
  const mayWrite = useMay()('money')
  const owner = useOwner(userId)
  const [edited, setEdited] = useState<Edited>()
  const [deleting, setDeleting] = useState<ListedTransaction>()
  const { notice, showSuccess, clear } = useLocalToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is about the previous user
  useEffect(() => clear(), [userId])

  const title = owner.user
    ? nameOf(owner.user)
    : owner.view && dataOf(owner.view) === null
      ? `Deleted user ${userId}`
      : ''

  return (
    <SectionPage
      title="Transaction Management"
      outcome={notice}
      lead={
        userId === undefined ? (
          `Choose an investor to see ${mayWrite ? 'and edit ' : ''}the ledger`
        ) : owner.user ? (
          <Link to={{ search: investorLocation(userId) }}>{title}</Link>
        ) : (
          title
        )
      }
      aside={
        mayWrite &&
        userId !== undefined && (
          <Button small disabled={!owner.user} onClick={() => setEdited({ userId })}>
            Add transaction
          </Button>
        )
      }
    >
      <div className="panel p-4">
        <UserPicker
          label="Investor"
          className="max-w-[520px]"
          {...pickedOwner(owner)}
          onChoose={(user) =>
            state.show({
              search: '',
              filters: { user: user ? String(user.id) : '', type: '', status: '', from: '', to: '' },
            })
          }
        />
        {userId !== undefined && <WaitingBadge of={`transaction_of:${userId}`} className="mt-3" />}
      </div>
      {userId === undefined ? (
        <div className="panel">
          <EmptyState title="No user selected">
            Search a user by name or email above, or come here from User Management.
          </EmptyState>
        </div>
      ) : (
        <ListTable
          state={state}
          caption="Transactions"
          columns={columns}
          rowKey={({ id }) => id}
          rowName={nameRow}
          tools={
            <>
              <SearchBox state={state} placeholder="Search descriptions" />
              <FilterSelect state={state} name="type" label="Type" options={types} />
              <FilterSelect state={state} name="status" label="Status" options={statuses} />
              <FilterInput state={state} name="from" label="From" type="date" />
              <FilterInput state={state} name="to" label="To" type="date" />
            </>
          }
          actions={(row) =>
            mayWrite &&
            row.part_of === null && (
              <>
                <RowAction
                  icon={editIcon}
                  label="Edit"
                  name={`Edit ${nameRow(row)}`}
                  asks
                  onClick={() => setEdited({ row })}
                />
                <RowAction
                  icon={deleteIcon}
                  label="Delete"
                  name={`Delete ${nameRow(row)}`}
                  asks
                  onClick={() => setDeleting(row)}
                />
              </>
            )
          }
          empty={{ title: 'No transactions found', hint: mayWrite && 'The first one can be added above.' }}
          failure="Failed to fetch transactions"
        />
      )}
      <TransactionDialog
        of={edited}
        owner={title}
        onClose={() => setEdited(undefined)}
        onSaved={async (message) => {
          await transactionList.refresh()
          showSuccess(message)
        }}
      />
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete transaction"
        action="Delete transaction"
        busy="Deleting..."
        run={({ id }) => callAdmin(adminTransactions.remove, { params: { id } })}
        onDone={async () => {
          await transactionList.refresh()
          showSuccess('Transaction deleted.')
        }}
        onOutdated={transactionList.refresh}
        failure="Failed to delete transaction"
      >
        {(row) => (
          <>
            This deletes <strong>{nameRow(row)}</strong> from the ledger of {title}; its sums change at once.
            This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}
