import { useState } from 'react'
import { Link } from 'react-router'
import type { ListedMovement } from '#contract/admin-register'
import { formatMoney } from '#core/format/format'
import { movementNames } from '#core/format/series'
import { formatUnits } from '#core/format/units'
import { movementTypes } from '#shared/enums/series'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { UserPicker } from '#site/admin/user-picker/UserPicker.tsx'
import { pickedOwner, useOwner } from '#site/admin/user-picker/use-owner.ts'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { FilterInput, FilterPair, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { movementList, refreshRegister } from './lists.ts'
import type { ViewProps } from './Register.tsx'

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
    cell: ({ id, type, amount, reverses, corrected_by }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Badge tone={tones[type]}>{movementNames[type]}</Badge>
          <span className="num text-[0.8125rem] font-normal text-ink-3">{id}</span>
        </span>
        {amount !== null && (
          <span className="block text-[0.875rem] font-normal">Proceeds {formatMoney(amount)}</span>
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
              <span className="text-ink-3">Not in issue</span>
            ) : (
              <Link className="wrap-anywhere" to={{ search: investorLocation(user_id) }}>
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
  { id: 'at', label: 'Entered', cell: ({ at }) => <Moment instant={at} /> },
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
  ...movementTypes.map((value) => ({ value, label: movementNames[value] })),
]

/** The movements of a series, newest first, of all holders or of one. */
export function Entries({ showSuccess }: ViewProps) {
  const state = useList(movementList)
  const { user, series } = state.query.filters
  const owner = useOwner(readUserId(user))
  const [correcting, setCorrecting] = useState<ListedMovement>()
  const mayCorrect = useMay()('money')
  return (
    <>
      <ListTable
        state={state}
        caption="Entries"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id, type }) => `${movementNames[type].toLowerCase()} ${id}`}
        isDim={({ corrected_by }) => corrected_by !== null}
        tools={
          <>
            <SearchBox state={state} placeholder="Search reasons, or an entry as #30" />
            <FilterSelect state={state} name="type" label="Type" options={types} />
            <FilterPair>
              <FilterInput state={state} name="from" label="From" type="date" />
              <FilterInput state={state} name="to" label="To" type="date" />
            </FilterPair>
            <UserPicker
              filter
              label="Investor"
              className="w-72 max-sm:w-full"
              {...pickedOwner(owner)}
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
                {movementNames[movement.type].toLowerCase()} {movement.id}
              </span>
            </Button>
          )
        }
        empty={{ title: 'No entries found', hint: 'Units are issued by allotting a subscription.' }}
        failure="Failed to fetch the entries"
      />
      <CorrectionDialog
        of={correcting}
        series={series}
        onClose={() => setCorrecting(undefined)}
        onStored={async (message) => {
          await refreshRegister()
          showSuccess(message)
        }}
      />
    </>
  )
}
