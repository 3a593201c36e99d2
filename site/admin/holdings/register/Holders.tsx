import { useState } from 'react'
import { Link } from 'react-router'
import type { RegisterHolder } from '#contract/holdings/admin-register'
import { formatCount } from '#core/format/format'
import { formatShare } from '#core/format/format-share'
import { formatUnits } from '#core/format/units'
import { getData } from '#core/query/remote'
import { getToday, seriesDetail } from '#site/admin/catalog/series/series-store.ts'
import { AdminDate } from '#site/admin/kit/AdminDate.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction, RowLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import type { RegisterViewProps } from '#site/admin/kit/register-tabs.ts'
import { getRegisterTabLocation } from '#site/admin/kit/register-tabs.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterInput } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { leaveIcon } from '#ui/icons/row-actions'
import { exchangeIcon, logIcon } from '#ui/icons/sections'
import { Skeleton } from '#ui/Skeleton'
import { RedemptionDialog } from './RedemptionDialog.tsx'
import { getRegisterTotals, holderList, type RegisterTotals, refreshRegister } from './register-lists.ts'
import { TransferDialog } from './TransferDialog.tsx'

const columns: Column<RegisterHolder>[] = [
  {
    id: 'holder',
    label: 'Holder',
    cell: ({ name, user_id }) => (
      <Link className="wrap-anywhere" to={{ search: getInvestorLocation(user_id) }}>
        {name}
      </Link>
    ),
  },
  { id: 'units', label: 'Units', isKept: true, align: 'right', cell: ({ units }) => formatUnits(units) },
  {
    id: 'share',
    label: '% of units in issue',
    align: 'right',
    cell: ({ share_percent }) => formatShare(share_percent, 4),
  },
  { id: 'user', label: 'User ID', align: 'right', cell: ({ user_id }) => user_id },
]

/** Event topics that signal a change of the unit value. */
const topics = ['series'] as const

/** The cap table, now or at the end of an earlier day. */
export function Holders({ series, showSuccess }: RegisterViewProps) {
  const state = useAdminList(holderList)
  const { on } = state.query.filters
  const isNow = on === '' || on >= getToday()
  const mayMove = usePermissions()('money') && isNow
  const [giving, setGiving] = useState<RegisterHolder>()
  const [redeeming, setRedeeming] = useState<RegisterHolder>()
  const page = state.page
  // While another day's rows are being replaced, its figures would appear under this day's name.
  const ofDay = page?.query.filters.on === on ? page : undefined
  const opened = getData(useDetail(seriesDetail, series))
  useRefetchOnEvents(topics, seriesDetail.refresh)
  const stored = async (message: string) => {
    await refreshRegister()
    showSuccess(message)
  }
  return (
    <>
      <Totals
        totals={ofDay && getRegisterTotals(ofDay.rows)}
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
            <SearchBox state={state} placeholder="Search name, email or account" />
            <FilterInput state={state} name="on" label="As of (end of day)" type="date" />
          </>
        }
        actions={(holder) => (
          <>
            <RowLink
              icon={logIcon}
              label="View entries"
              name={`View entries for ${holder.name}`}
              to={getRegisterTabLocation(series, 'entries', holder.user_id)}
            />
            {mayMove && (
              <>
                <RowAction
                  icon={exchangeIcon}
                  label="Transfer"
                  name={`Transfer units of ${holder.name}`}
                  opensDialog
                  onClick={() => setGiving(holder)}
                />
                <RowAction
                  icon={leaveIcon}
                  label="Redeem"
                  name={`Redeem units of ${holder.name}`}
                  opensDialog
                  onClick={() => setRedeeming(holder)}
                />
              </>
            )}
          </>
        )}
        empty={{
          title: 'No holders found',
          hint: isNow
            ? 'Units are issued when a subscription is allotted.'
            : 'No units were held at the end of this day.',
        }}
        failure="Failed to fetch register"
      />
      <TransferDialog holder={giving} series={series} onClose={() => setGiving(undefined)} onSaved={stored} />
      <RedemptionDialog
        holder={redeeming}
        series={series}
        unitValue={opened?.series.unit_value ?? undefined}
        onClose={() => setRedeeming(undefined)}
        onSaved={stored}
      />
    </>
  )
}

interface TotalsProps {
  totals: RegisterTotals | undefined
  holders: number | undefined
  /** An earlier day. */
  on: string | undefined
  isLoading: boolean
}

/** The figures of the whole register, and the latest hash of its chain. */
function Totals({ totals, holders, on, isLoading }: TotalsProps) {
  const figures = [
    ['Units in issue', totals && formatUnits(totals.units_in_issue)],
    ['Units in custody, per attestation', totals && formatUnits(totals.units_held)],
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
            As of the end of <AdminDate instant={on} /> (UTC).{' '}
          </>
        ) : (
          'Current. '
        )}
        {totals &&
          (totals.head === '' ? (
            'The register has no entries.'
          ) : (
            <>
              Hash of latest entry <span className="num wrap-anywhere text-ink-2">{totals.head}</span>
            </>
          ))}
      </p>
    </section>
  )
}
