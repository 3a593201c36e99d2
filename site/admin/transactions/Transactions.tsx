import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { statusNames, typeNames } from '#core/format/transactions'
import { dataOf } from '#core/query/remote'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useAskedStep } from '#site/admin/shared/use-asked-step.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { nameOf, readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterInput, FilterPair, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Button } from '#ui/Button'
import { deleteIcon, editIcon } from '#ui/icons/rows'
import { logIcon } from '#ui/icons/sections'
import { PhoneFold } from '#ui/PhoneFold'
import { allColumns, ledgerColumns, nameRow } from './columns.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { type ListRow, ledgerLocation, numberLocation, totalsOf, transactionList } from './list.ts'
import { Totals } from './Totals.tsx'
import { type Edited, TransactionDialog } from './TransactionDialog.tsx'

const types = [
  { value: '' as const, label: 'All types' },
  ...transactionTypes.map((value) => ({ value, label: typeNames[value] })),
]
const unfiltered = { type: '', status: '', from: '', to: '', min: '', max: '' } as const
const statuses = [
  { value: '' as const, label: 'All statuses' },
  ...transactionStatuses.map((value) => ({ value, label: statusNames[value] })),
]

/** The transactions of everybody, or the ledger of one investor. */
export function Transactions() {
  const state = useList(transactionList)
  const userId = readUserId(state.query.filters.user)
  const mayWrite = useMay()('money')
  const owner = useOwner(userId)
  const [edited, setEdited] = useState<Edited>()
  const [deleting, setDeleting] = useState<ListRow>()
  const { notice, showSuccess, clear } = useLocalToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is about the previous user
  useEffect(() => clear(), [userId])

  const title = owner.user
    ? nameOf(owner.user)
    : owner.view && dataOf(owner.view) === null
      ? `Deleted user ${userId}`
      : ''

  const isAll = userId === undefined
  const { user: _, ...narrowing } = state.query.filters
  const hasFilter = Object.values(narrowing).some((value) => value !== '')
  const add = () => setEdited({ userId })
  useAskedStep('do', (asked) => asked === 'book' && isAll && (() => mayWrite && add()))
  const listed = state.page
  const isRefused = Object.keys(state.faults).length > 0
  const totals = listed && !state.isStale && !isRefused ? totalsOf(listed.rows) : undefined
  const ownerOf = (row: Pick<ListRow, 'user_id' | 'user_name'>): string =>
    row.user_name || title || `Deleted user ${row.user_id}`

  return (
    <SectionPage
      title="Transaction Management"
      outcome={notice}
      lead={
        userId === undefined ? (
          `Transactions of all investors. Choose one to see ${mayWrite ? 'and edit ' : ''}the ledger`
        ) : owner.user ? (
          <Link to={{ search: investorLocation(userId) }}>{title}</Link>
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
        <UserPicker
          label="Investor"
          className="max-w-[520px]"
          {...pickedOwner(owner)}
          onChoose={(user) =>
            state.show({ search: '', filters: { ...unfiltered, user: user ? String(user.id) : '' } })
          }
        />
        {userId !== undefined && <WaitingBadge of={`transaction_of:${userId}`} className="mt-3" />}
      </div>
      {isAll && (
        <Totals
          of={totals}
          type={state.query.filters.type ?? ''}
          isLoading={state.view.status === 'loading' || (state.isStale && state.view.status !== 'failed')}
        />
      )}
      <ListTable
        // The two have other columns.
        key={isAll ? 'all' : 'one'}
        state={state}
        caption="Transactions"
        columns={isAll ? allColumns : ledgerColumns}
        rowKey={({ id }) => id}
        rowName={nameRow}
        tools={
          <>
            <SearchBox
              state={state}
              placeholder={isAll ? 'Search descriptions or #number' : 'Search descriptions'}
            />
            <PhoneFold label="Filters" isOpen={hasFilter} className="basis-full">
              <FilterPair>
                <FilterSelect state={state} name="type" label="Type" options={types} />
                <FilterSelect state={state} name="status" label="Status" options={statuses} />
              </FilterPair>
              <FilterPair>
                <FilterInput state={state} name="from" label="From" type="date" />
                <FilterInput state={state} name="to" label="To" type="date" />
              </FilterPair>
              {isAll && (
                <FilterPair>
                  <FilterInput state={state} name="min" field="min_amount" label="At least" type="amount" />
                  <FilterInput state={state} name="max" field="max_amount" label="At most" type="amount" />
                </FilterPair>
              )}
            </PhoneFold>
          </>
        }
        actions={(row) => (
          <>
            {isAll && (
              <RowLink
                icon={logIcon}
                label="Ledger"
                name={`${nameRow(row)} in the ledger of ${ownerOf(row)}`}
                to={ledgerLocation(row)}
              />
            )}
            {mayWrite && row.part_of === null && row.user_name !== '' && (
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
            )}
          </>
        )}
        empty={{
          title: 'No transactions found',
          hint: mayWrite && 'The first one can be added above.',
        }}
        failure="Failed to fetch transactions"
      />
      <TransactionDialog
        of={edited}
        owner={edited && 'row' in edited ? ownerOf(edited.row) : title}
        onClose={() => setEdited(undefined)}
        onSaved={async (message, saved) => {
          await transactionList.refresh()
          showSuccess(message, {
            label: `Show #${saved.id}`,
            to: isAll ? numberLocation(saved.id) : ledgerLocation(saved),
          })
        }}
      />
      <DeletionDialog
        of={deleting}
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
