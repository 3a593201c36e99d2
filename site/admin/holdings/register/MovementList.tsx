import { useState } from 'react'
import { Link } from 'react-router'
import type { ListedMovement } from '#contract/holdings/admin-register'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { formatMoney } from '#core/format/format'
import { movementTypeLabels } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { movementTypes } from '#shared/enums/series'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import type { RegisterViewProps } from '#site/admin/kit/register-tabs.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { InvestorPicker } from '#site/admin/kit/user-picker/InvestorPicker.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { getPickerProps, useSelectedInvestor } from '#site/admin/kit/user-picker/use-selected-investor.ts'
import { FilterGroup, FilterInput, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { CorrectMovementDialog } from './CorrectMovementDialog.tsx'
import { movementList, refreshRegister } from './register-lists.ts'

const tones: Record<ListedMovement['type'], BadgeTone> = {
  issue: 'gain',
  transfer: 'info',
  redemption: 'warn',
  correction: 'loss',
}

const columns: Column<ListedMovement>[] = [
  {
    id: 'movement',
    label: 'Movement',
    cell: ({ id, type, amount, subscription_id, reverses, corrected_by }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Badge tone={tones[type]}>{movementTypeLabels[type]}</Badge>
          <span className="num text-[0.8125rem] font-normal text-ink-3">{id}</span>
        </span>
        {amount !== null && (
          <span className="block text-[0.875rem] font-normal">Proceeds {formatMoney(amount)}</span>
        )}
        {subscription_id !== null && (
          <Link
            className="block text-[0.875rem] font-normal"
            to={{ search: `?d=subscriptions&item=${subscription_id}` }}
          >
            {formatSubscriptionReference(subscription_id)}
          </Link>
        )}
        {reverses !== null && <span className="block text-[0.875rem] font-normal">Reverses {reverses}</span>}
        {corrected_by !== null && (
          <span className="block text-[0.875rem] font-normal">Corrected by {corrected_by}</span>
        )}
      </>
    ),
  },
  {
    id: 'entries',
    label: 'Entries',
    isKept: true,
    cell: ({ entries }) => (
      <ul className="grid gap-0.5">
        {entries.map(({ user_id, number, name, units }) => (
          <li key={user_id ?? 0} className="flex flex-wrap justify-between gap-x-4">
            {user_id === null ? (
              <span className="text-ink-3">Unissued</span>
            ) : (
              <Link className="wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
                {name}
              </Link>
            )}
            <span className="num ml-auto text-[0.875rem]">
              <span className="mr-3 text-[0.8125rem] text-ink-3">#{number}</span>
              {units.startsWith('-') ? '' : '+'}
              {formatUnits(units)}
            </span>
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'at', label: 'Recorded', cell: ({ at }) => <AdminDateTime instant={at} /> },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason }) =>
      reason ? (
        <span className="line-clamp-3 wrap-anywhere">{reason}</span>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  {
    id: 'hash',
    label: 'Hash',
    initiallyHidden: true,
    cell: ({ hash }) => <span className="num text-[0.75rem] text-ink-3 wrap-anywhere">{hash}</span>,
  },
]

const types = [
  { value: '' as const, label: 'All types' },
  ...movementTypes.map((value) => ({ value, label: movementTypeLabels[value] })),
]

/** The movements of a series, newest first, for all holders or one. */
export function MovementList({ showSuccess }: RegisterViewProps) {
  const state = useAdminList(movementList)
  const { user, series } = state.query.filters
  const owner = useSelectedInvestor(parseUserId(user))
  const [correcting, setCorrecting] = useState<ListedMovement>()
  const mayCorrect = usePermissions()('money')
  return (
    <>
      <ListTable
        state={state}
        caption="Entries"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id, type }) => `${movementTypeLabels[type].toLowerCase()} ${id}`}
        isDim={({ corrected_by }) => corrected_by !== null}
        tools={
          <>
            <SearchBox state={state} placeholder="Search reason or entry number (#30)" />
            <FilterSelect state={state} name="type" label="Type" options={types} />
            <FilterGroup>
              <FilterInput state={state} name="from" label="From" type="date" />
              <FilterInput state={state} name="to" label="To" type="date" />
            </FilterGroup>
            <InvestorPicker
              filter
              label="Investor"
              className="w-72 max-sm:w-full"
              {...getPickerProps(owner)}
              onChoose={(chosen) => state.show({ filters: { user: chosen ? String(chosen.id) : '' } })}
            />
          </>
        }
        actions={(movement) =>
          mayCorrect &&
          movement.corrected_by === null &&
          movement.type !== 'correction' && (
            <Button look="quiet" small aria-haspopup="dialog" onClick={() => setCorrecting(movement)}>
              Correct
              <span className="visually-hidden">
                {' '}
                {movementTypeLabels[movement.type].toLowerCase()} {movement.id}
              </span>
            </Button>
          )
        }
        empty={{ title: 'No entries found', hint: 'Units are issued when a subscription is allotted.' }}
        failure="Failed to fetch entries"
      />
      <CorrectMovementDialog
        movement={correcting}
        series={series}
        onClose={() => setCorrecting(undefined)}
        onSaved={async (message) => {
          await refreshRegister()
          showSuccess(message)
        }}
      />
    </>
  )
}
