import { Link, useSearchParams } from 'react-router'
import { useSeriesOptions } from '#site/admin/catalog/series/series-options.ts'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import {
  getRegisterTabLocation,
  parseRegisterTab,
  type RegisterTab,
  registerTabs,
} from '#site/admin/kit/register-tabs.ts'
import { getSeriesLocation, parseSeriesCode } from '#site/admin/kit/series-location.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { Field, Select } from '#ui/Field'
import { Holders } from './Holders.tsx'
import { MovementList } from './MovementList.tsx'
import { NewDistribution } from './NewDistribution.tsx'
import { RegisterList } from './RegisterList.tsx'
import { Snapshots } from './Snapshots.tsx'

const parts = { holders: Holders, entries: MovementList, distributions: NewDistribution }

/** The holder register of one series: who holds how many units, all movements, and distributions. */
export function Register() {
  const [address, setAddress] = useSearchParams()
  const series = parseSeriesCode(address.get('series')) ?? ''
  const view = parseRegisterTab(address.get('view'))
  const options = useSeriesOptions(series)
  const { notice, showSuccess } = useLocalToast()
  const Part = parts[view]
  return (
    <SectionPage
      title="Register"
      outcome={notice}
      lead="Entries cannot be edited or deleted; errors are reversed by a correction."
      aside={
        series !== '' && (
          <>
            <Link className="button button-quiet" to={{ search: '?d=register' }}>
              Snapshots
            </Link>
            <Link className="button button-quiet" to={{ search: getSeriesLocation(series) }}>
              View series<span className="visually-hidden"> {series}</span>
            </Link>
          </>
        )
      }
    >
      <div className="panel flex flex-wrap items-end gap-x-5 gap-y-4 p-4">
        <Field label="Series" filter className="w-64 max-sm:w-full">
          {(control) => (
            <Select
              {...control}
              prompt={series === '' ? 'Select a series' : undefined}
              options={options}
              value={series}
              onChange={({ target }) =>
                setAddress(getRegisterTabLocation(target.value, view), { preventScrollReset: true })
              }
            />
          )}
        </Field>
        {series !== '' && <Views series={series} current={view} />}
        {series !== '' && <AwaitingApprovalBadge rows={`series:$${series}`} className="mb-2" />}
      </div>
      {series === '' ? (
        <RegisterList>
          <Snapshots showSuccess={showSuccess} />
        </RegisterList>
      ) : (
        <Part key={series} series={series} showSuccess={showSuccess} />
      )}
    </SectionPage>
  )
}

function Views({ series, current }: { series: string; current: RegisterTab }) {
  return (
    <nav aria-label="Register of holders" className="flex flex-wrap gap-2">
      {registerTabs.map(({ value, label }) => (
        <Link
          key={value}
          className={`inline-flex min-h-11 items-center rounded border px-4 no-underline ${
            value === current ? 'border-ink bg-surface font-medium text-ink' : 'border-line-strong text-ink-2'
          }`}
          aria-current={value === current ? 'page' : undefined}
          to={{ search: getRegisterTabLocation(series, value) }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
