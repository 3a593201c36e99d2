import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { transactionStatusLabels, transactionTypeLabels } from '#core/format/transactions'
import { getData } from '#core/query/remote'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { formatFullName } from '#shared/full-name'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { useUrlAction } from '#site/admin/kit/use-url-action.ts'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { FilterGroup, FilterInput, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Button } from '#ui/Button'
import { deleteIcon, editIcon } from '#ui/icons/row-actions'
import { logIcon } from '#ui/icons/sections'
import { MobileCollapse } from '#ui/MobileCollapse'
import { DeletionDialog } from './DeletionDialog.tsx'
import { type EditedTransaction, TransactionDialog } from './TransactionDialog.tsx'
import { TransactionTotalsPanel } from './TransactionTotalsPanel.tsx'
import { allInvestorsColumns, formatTransactionName, ledgerColumns } from './transaction-columns.tsx'
import {
  getLedgerLocation,
  getTransactionLocation,
  getTransactionTotals,
  type ListRow,
  transactionList,
} from './transaction-list.ts'

const types = [
  { value: '' as const, label: 'All types' },
  ...transactionTypes.map((value) => ({ value, label: transactionTypeLabels[value] })),
]
const unfiltered = { type: '', status: '', from: '', to: '', min: '', max: '' } as const
const statuses = [
  { value: '' as const, label: 'All statuses' },
  ...transactionStatuses.map((value) => ({ value, label: transactionStatusLabels[value] })),
]

/** All investors' transactions, or one investor's ledger. */
export function Transactions() {
  const state = useAdminList(transactionList)
  const userId = parseUserId(state.query.filters.user)
  const mayWrite = usePermissions()('money')
  const owner = useSelectedInvestor(userId)
  const [edited, setEdited] = useState<EditedTransaction>()
  const [deleting, setDeleting] = useState<ListRow>()
  const { notice, showSuccess, clear } = useLocalToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is about the previous user
  useEffect(() => clear(), [userId])

  const title = owner.user
    ? formatFullName(owner.user)
    : owner.view && getData(owner.view) === null
      ? `Deleted investor ${userId}`
      : ''

  const isAll = userId === undefined
  const { user: _, ...narrowing } = state.query.filters
  const hasFilter = Object.values(narrowing).some((value) => value !== '')
  const add = () => setEdited({ userId })
  useUrlAction('do', (asked) => asked === 'book' && isAll && (() => mayWrite && add()))
  const listed = state.page
  const isRefused = Object.keys(state.faults).length > 0
  const totals = listed && !state.isStale && !isRefused ? getTransactionTotals(listed.rows) : undefined
  const ownerOf = (row: Pick<ListRow, 'user_id' | 'user_name'>): string =>
    row.user_name || title || `Deleted investor ${row.user_id}`

  return (
    <SectionPage
      title="Transaction Management"
      outcome={notice}
      lead={
        userId === undefined ? (
          `Transactions of all investors. Select an investor to view ${mayWrite ? 'and edit ' : ''}their transactions`
        ) : owner.user ? (
          <Link to={{ search: getInvestorLocation(userId) }}>{title}</Link>
        ) : (
          title
        )
      }
      aside={
        mayWrite && (
          <Button small disabled={!isAll && !owner.user} aria-haspopup="dialog" onClick={add}>
            Add transaction
          </Button>
        )
      }
    >
      <div className="panel p-4">
        <InvestorPicker
          label="Investor"
          className="max-w-[520px]"
          {...getPickerProps(owner)}
          onChoose={(user) =>
            state.show({ search: '', filters: { ...unfiltered, user: user ? String(user.id) : '' } })
          }
        />
        {userId !== undefined && <AwaitingApprovalBadge rows={`transaction_of:${userId}`} className="mt-3" />}
      </div>
      {isAll && (
        <TransactionTotalsPanel
          totals={totals}
          type={state.query.filters.type ?? ''}
          isLoading={state.view.status === 'loading' || (state.isStale && state.view.status !== 'failed')}
        />
      )}
      <ListTable
        // The two have different columns.
        key={isAll ? 'all' : 'one'}
        state={state}
        caption="Transactions"
        columns={isAll ? allInvestorsColumns : ledgerColumns}
        rowKey={({ id }) => id}
        rowName={formatTransactionName}
        tools={
          <>
            <SearchBox
              state={state}
              placeholder={isAll ? 'Search description or #number' : 'Search description'}
            />
            <MobileCollapse label="Filters" isOpen={hasFilter} className="basis-full">
              <FilterGroup>
                <FilterSelect state={state} name="type" label="Type" options={types} />
                <FilterSelect state={state} name="status" label="Status" options={statuses} />
              </FilterGroup>
              <FilterGroup>
                <FilterInput state={state} name="from" label="From" type="date" />
                <FilterInput state={state} name="to" label="To" type="date" />
              </FilterGroup>
              {isAll && (
                <FilterGroup>
                  <FilterInput
                    state={state}
                    name="min"
                    field="min_amount"
                    label="Minimum amount"
                    type="amount"
                  />
                  <FilterInput
                    state={state}
                    name="max"
                    field="max_amount"
                    label="Maximum amount"
                    type="amount"
                  />
                </FilterGroup>
              )}
            </MobileCollapse>
          </>
        }
        actions={(row) => (
          <>
            {isAll && (
              <RowLink
                icon={logIcon}
                label="View investor"
                name={`View ${formatTransactionName(row)} in the transactions of ${ownerOf(row)}`}
                to={getLedgerLocation(row)}
              />
            )}
            {mayWrite && row.part_of === null && row.user_name !== '' && (
              <>
                <RowAction
                  icon={editIcon}
                  label="Edit"
                  name={`Edit ${formatTransactionName(row)}`}
                  opensDialog
                  onClick={() => setEdited({ row })}
                />
                <RowAction
                  icon={deleteIcon}
                  label="Delete"
                  name={`Delete ${formatTransactionName(row)}`}
                  opensDialog
                  onClick={() => setDeleting(row)}
                />
              </>
            )}
          </>
        )}
        empty={{
          title: 'No transactions found',
          hint: mayWrite && 'Use Add transaction above to add one.',
        }}
        failure="Failed to fetch transactions"
      />
      <TransactionDialog
        target={edited}
        owner={edited && 'row' in edited ? ownerOf(edited.row) : title}
        onClose={() => setEdited(undefined)}
        onSaved={async (message, saved) => {
          await transactionList.refresh()
          showSuccess(message, {
            label: `Show #${saved.id}`,
            to: isAll ? getTransactionLocation(saved.id) : getLedgerLocation(saved),
          })
        }}
      />
      <DeletionDialog
        transaction={deleting}
        owner={deleting ? ownerOf(deleting) : ''}
        onClose={() => setDeleting(undefined)}
        onDone={async () => {
          await transactionList.refresh()
          showSuccess('Transaction deleted.')
        }}
      />
    </SectionPage>
  )
}
