import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RegisterSummary } from '#contract/admin-register'
import { formatCount } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { bareSymbol } from '#shared/series-code'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowLink } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { today } from '#site/admin/series/series.ts'
import { seriesLocation } from '#site/admin/series/series-options.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useEver } from '#site/ui/use-ever.ts'
import { Badge } from '#ui/Badge'
import { logIcon } from '#ui/icons/sections'
import { registerList } from './lists.ts'
import { viewLocation } from './views.ts'

const nothing = <span className="text-ink-3">–</span>

const columns: Column<RegisterSummary>[] = [
  {
    id: 'series',
    label: 'Series',
    sort: 'symbol',
    cell: ({ symbol, name }) => (
      <>
        <Link className="block no-underline" to={{ search: viewLocation(bareSymbol(symbol), 'holders') }}>
          <span className="num block text-[0.875rem] whitespace-nowrap underline">{symbol}</span>
          <span className="block text-[0.875rem] font-normal text-ink-2 wrap-anywhere">{name}</span>
        </Link>
        <WaitingBadge of={`series:${symbol}`} className="mt-1" />
      </>
    ),
  },
  {
    id: 'units_in_issue',
    label: 'Units in issue',
    isKept: true,
    align: 'right',
    sort: 'units_in_issue',
    startsDescending: true,
    cell: ({ units_in_issue }) => formatUnits(units_in_issue),
  },
  {
    id: 'units_held',
    label: 'Units held',
    align: 'right',
    cell: ({ units_held, attestation_expires }) =>
      attestation_expires === null ? nothing : formatUnits(units_held),
  },
  {
    id: 'holders',
    label: 'Holders',
    align: 'right',
    sort: 'holders',
    startsDescending: true,
    cell: ({ holders }) => formatCount(holders),
  },
  {
    id: 'attestation',
    label: 'Attestation through',
    cell: ({ symbol, attestation_expires }) =>
      attestation_expires === null ? (
        <Link to={{ search: seriesLocation(symbol) }}>Not attested</Link>
      ) : attestation_expires < today() ? (
        <Badge tone="loss">Expired</Badge>
      ) : (
        <AdminDate instant={attestation_expires} />
      ),
  },
  {
    id: 'last',
    label: 'Last movement',
    width: 11,
    cell: ({ last_movement_at }) => (last_movement_at ? <Moment instant={last_movement_at} /> : nothing),
  },
]

/** The registers of all series: where the section begins. `children` follow once its height is known. */
export function Registers({ children }: { children: ReactNode }) {
  const state = useList(registerList)
  const isKnown = useEver(state.view.status !== 'loading')
  return (
    <>
      <ListTable
        state={state}
        caption="Registers"
        columns={columns}
        rowKey={({ symbol }) => symbol}
        rowName={({ symbol }) => symbol}
        tools={<SearchBox state={state} placeholder="Search symbol or name" />}
        actions={({ symbol }) => (
          <RowLink
            icon={logIcon}
            label="Entries"
            name={`Entries of ${symbol}`}
            to={viewLocation(bareSymbol(symbol), 'entries')}
          />
        )}
        empty={{ title: 'No series found', hint: 'A series begins as a token, under Tokens.' }}
        failure="Failed to fetch the registers"
      />
      {isKnown && children}
    </>
  )
}
