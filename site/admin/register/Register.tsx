import { Link, useSearchParams } from 'react-router'
import { WaitingBadge } from '#site/admin/approvals/WaitingBadge.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { readCode, seriesLocation, useSeriesOptions } from '#site/admin/series/series-options.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { Field, Select } from '#ui/Field'
import { Distributions } from './Distributions.tsx'
import { Entries } from './Entries.tsx'
import { Holders } from './Holders.tsx'
import { Registers } from './Registers.tsx'
import { Snapshots } from './Snapshots.tsx'
import { readView, type View, viewLocation, views } from './views.ts'

const parts = { holders: Holders, entries: Entries, distributions: Distributions }

/** The register of holders of one series: who holds how many units, all movements, and distributions. */
export function Register() {
  const [address, setAddress] = useSearchParams()
  const series = readCode(address.get('series')) ?? ''
  const view = readView(address.get('view'))
  const options = useSeriesOptions(series)
  const { notice, showSuccess } = useLocalToast()
  const Part = parts[view]
  return (
    <SectionPage
      title="Register"
      outcome={notice}
      lead="Entries are added and never changed; a correction reverses one."
      aside={
        series !== '' && (
          <>
            <Link className="button button-quiet" to={{ search: '?d=register' }}>
              Snapshots
            </Link>
            <Link className="button button-quiet" to={{ search: seriesLocation(series) }}>
              Open series<span className="visually-hidden"> {series}</span>
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
              prompt={series === '' ? 'Choose a series' : undefined}
              options={options}
              value={series}
              onChange={({ target }) =>
                setAddress(viewLocation(target.value, view), { preventScrollReset: true })
              }
            />
          )}
        </Field>
        {series !== '' && <Views series={series} current={view} />}
        {series !== '' && <WaitingBadge of={`series:$${series}`} className="mb-2" />}
      </div>
      {series === '' ? (
        <Registers>
          <Snapshots showSuccess={showSuccess} />
        </Registers>
      ) : (
        <Part key={series} series={series} showSuccess={showSuccess} />
      )}
    </SectionPage>
  )
}

/** What each view of the register gets. */
export interface ViewProps {
  /** The code of the series, as in the URL. */
  series: string
  showSuccess: (message: string) => void
}

function Views({ series, current }: { series: string; current: View }) {
  return (
    <nav aria-label="Register of holders" className="flex flex-wrap gap-2">
      {views.map(({ value, label }) => (
        <Link
          key={value}
          className={`inline-flex min-h-11 items-center rounded border px-4 no-underline ${
            value === current ? 'border-ink bg-surface font-medium text-ink' : 'border-line-strong text-ink-2'
          }`}
          aria-current={value === current ? 'page' : undefined}
          to={{ search: viewLocation(series, value) }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
