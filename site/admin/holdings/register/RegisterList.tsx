import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RegisterSummary } from '#contract/holdings/admin-register'
import { formatCount } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { stripSymbolPrefix } from '#shared/series-code'
import { getToday } from '#site/admin/catalog/series/series-store.ts'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { getRegisterTabLocation } from '#site/admin/kit/register-tabs.ts'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useLatched } from '#site/ui/use-ever.ts'
import { Badge } from '#ui/Badge'
import { logIcon } from '#ui/icons/sections'
import { registerList } from './register-lists.ts'

const nothing = <span className="text-ink-3">–</span>

const columns: Column<RegisterSummary>[] = [
  {
    id: 'series',
    label: 'Series',
    sort: 'symbol',
    cell: ({ symbol, name }) => (
      <>
        <Link
          className="block no-underline"
          to={{ search: getRegisterTabLocation(stripSymbolPrefix(symbol), 'holders') }}
        >
          <span className="num block text-[0.875rem] whitespace-nowrap underline">{symbol}</span>
          <span className="block text-[0.875rem] font-normal text-ink-2 wrap-anywhere">{name}</span>
        </Link>
        <AwaitingApprovalBadge rows={`series:${symbol}`} className="mt-1" />
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
    label: 'Units in custody',
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
    label: 'Attestation expires',
    cell: ({ symbol, attestation_expires }) =>
      attestation_expires === null ? (
        <Link to={{ search: getSeriesLocation(symbol) }}>Not attested</Link>
      ) : attestation_expires < getToday() ? (
        <Badge tone="loss">Expired</Badge>
      ) : (
        <AdminDate instant={attestation_expires} />
      ),
  },
  {
    id: 'last',
    label: 'Last movement',
    width: 11,
    cell: ({ last_movement_at }) =>
      last_movement_at ? <AdminDateTime instant={last_movement_at} /> : nothing,
  },
]

/** The registers of all series, which is the section's start page. `children` follow once its height is known. */
export function RegisterList({ children }: { children: ReactNode }) {
  const state = useAdminList(registerList)
  const isKnown = useLatched(state.view.status !== 'loading')
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
            label="View entries"
            name={`View entries for ${symbol}`}
            to={getRegisterTabLocation(stripSymbolPrefix(symbol), 'entries')}
          />
        )}
        empty={{ title: 'No series found', hint: 'Create a token in Tokens to start a series.' }}
        failure="Failed to fetch registers"
      />
      {isKnown && children}
    </>
  )
}
