import { useState } from 'react'
import { Link } from 'react-router'
import type { RegisterHolder } from '#contract/admin-register'
import { formatCount } from '#core/format/format'
import { formatShare } from '#core/format/shares'
import { formatUnits } from '#core/format/units'
import { dataOf } from '#core/query/remote'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { seriesDetail, today } from '#site/admin/series/series.ts'
import { AdminDate } from '#site/admin/shared/AdminDate.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { FilterInput } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { leaveIcon } from '#ui/icons/rows'
import { exchangeIcon, logIcon } from '#ui/icons/sections'
import { Skeleton } from '#ui/Skeleton'
import { holderList, type RegisterTotals, refreshRegister, totalsOf } from './lists.ts'
import { RedemptionDialog } from './RedemptionDialog.tsx'
import type { ViewProps } from './Register.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { viewLocation } from './views.ts'

const columns: Column<RegisterHolder>[] = [
  {
    id: 'holder',
    label: 'Holder',
    cell: ({ name, user_id }) => (
      <Link className="wrap-anywhere" to={{ search: investorLocation(user_id) }}>
        {name}
      </Link>
    ),
  },
  { id: 'units', label: 'Units', isKept: true, align: 'right', cell: ({ units }) => formatUnits(units) },
  {
    id: 'share',
    label: 'Share',
    align: 'right',
    cell: ({ share_percent }) => formatShare(share_percent, 4),
  },
  { id: 'user', label: 'User ID', align: 'right', cell: ({ user_id }) => user_id },
]

/** What changes the unit value. */
const topics = ['series'] as const

/** The cap table, now or at the end of an earlier day. */
export function Holders({ series, showSuccess }: ViewProps) {
  const state = useList(holderList)
  const { on } = state.query.filters
  const isNow = on === '' || on >= today()
  const mayMove = useMay()('money') && isNow
  const [giving, setGiving] = useState<RegisterHolder>()
  const [redeeming, setRedeeming] = useState<RegisterHolder>()
  const page = state.page
  // While the rows of another day are replaced, its figures would stand under the name of this one.
  const ofDay = page?.query.filters.on === on ? page : undefined
  const opened = dataOf(useDetail(seriesDetail, series))
  useLiveRefetch(topics, seriesDetail.refresh)
  const stored = async (message: string) => {
    await refreshRegister()
    showSuccess(message)
  }
  return (
    <>
      <Totals
        of={ofDay && totalsOf(ofDay.rows)}
        holders={state.query.search === '' && ofDay?.query.search === '' ? ofDay.pagination.total : undefined}
        on={isNow ? undefined : on}
        isLoading={state.view.status === 'loading' || state.isStale}
      />
      <ListTable
        state={state}
        caption="Holders"
        columns={columns}
        rowKey={({ user_id }) => user_id}
        rowName={({ name }) => name}
        tools={
          <>
            <SearchBox state={state} placeholder="Search name or email" />
            <FilterInput state={state} name="on" label="At the end of" type="date" />
          </>
        }
        actions={(holder) => (
          <>
            <RowLink
              icon={logIcon}
              label="Entries"
              name={`Entries of ${holder.name}`}
              to={viewLocation(series, 'entries', holder.user_id)}
            />
            {mayMove && (
              <>
                <RowAction
                  icon={exchangeIcon}
                  label="Transfer"
                  name={`Transfer units of ${holder.name}`}
                  asks
                  onClick={() => setGiving(holder)}
                />
                <RowAction
                  icon={leaveIcon}
                  label="Redeem"
                  name={`Redeem units of ${holder.name}`}
                  asks
                  onClick={() => setRedeeming(holder)}
                />
              </>
            )}
          </>
        )}
        empty={{
          title: 'No holders found',
          hint: isNow
            ? 'Units are issued by allotting a subscription.'
            : 'Nobody held units at the end of this day.',
        }}
        failure="Failed to fetch the register"
      />
      <TransferDialog of={giving} series={series} onClose={() => setGiving(undefined)} onStored={stored} />
      <RedemptionDialog
        of={redeeming}
        series={series}
        unitValue={opened?.series.unit_value ?? undefined}
        onClose={() => setRedeeming(undefined)}
        onStored={stored}
      />
    </>
  )
}

interface TotalsProps {
  of: RegisterTotals | undefined
  holders: number | undefined
  /** An earlier day. */
  on: string | undefined
  isLoading: boolean
}

/** The figures of the whole register, and the hash that its chain ends in. */
function Totals({ of: totals, holders, on, isLoading }: TotalsProps) {
  const figures = [
    ['Units in issue', totals && formatUnits(totals.units_in_issue)],
    [
      'Units of entitlement held by the custodian, by the attestation',
      totals && formatUnits(totals.units_held),
    ],
    ['Holders', holders === undefined ? undefined : formatCount(holders)],
  ] as const
  return (
    <section aria-label="Figures" className="panel overflow-hidden">
      <dl className="grid grid-cols-1 gap-px bg-line sm:grid-cols-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="bg-surface px-5 py-4 max-sm:px-4 max-sm:py-3">
            <dt className="text-[0.875rem] text-ink-2">{label}</dt>
            <dd className="num mt-1 min-h-[1.75rem] text-[1.25rem] leading-tight tracking-tight wrap-anywhere">
              {figure ?? (isLoading ? <Skeleton className="my-1 h-5 w-32" /> : '–')}
            </dd>
          </div>
        ))}
      </dl>
      <p className="min-h-[3.1rem] max-sm:min-h-[5.5rem] border-line border-t px-5 py-3 text-[0.8125rem] text-ink-3 max-sm:px-4">
        {on ? (
          <>
            At the end of <AdminDate instant={on} />, UTC.{' '}
          </>
        ) : (
          'Now. '
        )}
        {totals &&
          (totals.head === '' ? (
            'The register has no entry.'
          ) : (
            <>
              Hash of the last entry <span className="num wrap-anywhere text-ink-2">{totals.head}</span>
            </>
          ))}
      </p>
    </section>
  )
}
