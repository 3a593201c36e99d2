import { useStore } from '@nanostores/react'
import { Link, useNavigate } from 'react-router'
import type { AdminStats } from '#contract/desk/admin-dashboard'
import { getData } from '#core/query/remote'
import { Mentions } from '#site/admin/desk/work-queue/Mentions.tsx'
import { $mentions } from '#site/admin/desk/work-queue/mentions-store.ts'
import { QueuePlaceholder, WorkQueue } from '#site/admin/desk/work-queue/WorkQueue.tsx'
import { $workQueue } from '#site/admin/desk/work-queue/work-queue-store.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getSectionLocation, type Section, sections } from '#site/admin/kit/layout/sections.ts'
import { $stats, refreshStats } from '#site/admin/kit/layout/stats-store.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Icon } from '#ui/Icon'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { getSectionFigure, headlineFigures } from './dashboard-figures.ts'

/** Pending work, figures and a link to every section. */
export function Dashboard() {
  const view = useStore($stats)
  const stats = getData(view)
  // Rendered once the parts above have their height, so that visible content does not move down.
  const areMentionsKnown = useStore($mentions).status !== 'loading'
  const queue = useStore($workQueue).status
  const isQueueKnown = areMentionsKnown && queue !== 'loading'
  return (
    <SectionPage title="Dashboard" lead="Your work queue and all sections available to you.">
      <Mentions />
      {areMentionsKnown ? <WorkQueue /> : <QueuePlaceholder />}
      {isQueueKnown && (
        <>
          <RemoteError
            view={view}
            {...getLoadErrorProps('Dashboard figures could not be loaded.')}
            onRetry={refreshStats}
          />
          <Head stats={stats} isLoading={view.status === 'loading'} />
          {view.status !== 'loading' && <SectionButtons stats={stats} />}
        </>
      )}
    </SectionPage>
  )
}

/** A link to every section the reader may open, with its main figure. */
function SectionButtons({ stats }: { stats: AdminStats | undefined }) {
  const may = usePermissions()
  return (
    <ul aria-label="All sections" className="grid grid-cols-1 gap-4 min-[34rem]:grid-cols-2 xl:grid-cols-3">
      {sections
        .filter(({ group, needs }) => group !== undefined && may(needs))
        .map((section) => (
          <li key={section.value}>
            <SectionButton section={section} stats={stats} />
          </li>
        ))}
    </ul>
  )
}

function Head({ stats, isLoading }: { stats: AdminStats | undefined; isLoading: boolean }) {
  const may = usePermissions()
  const figures = headlineFigures.filter(({ needs }) => may(needs))
  return (
    <dl
      className={`panel grid grid-cols-1 gap-px overflow-hidden bg-line min-[22rem]:grid-cols-2 ${figures.length > 2 ? 'xl:grid-cols-4' : ''}`}
    >
      {figures.map(({ label, read, note, link }) => (
        <div key={label} className="flex flex-col gap-1 bg-surface px-5 py-4 max-sm:px-3.5">
          <dt className="text-[0.875rem] text-ink-2">{label}</dt>
          <dd className="order-2 num text-[1.5rem] leading-tight tracking-tight wrap-anywhere max-sm:text-[1rem]">
            {stats ? (
              <Link
                className="text-ink no-underline hover:underline"
                to={{ search: link(stats) }}
                aria-label={`${label}: ${read(stats)}`}
              >
                {read(stats)}
              </Link>
            ) : isLoading ? (
              <Skeleton className="my-1 h-6 w-28" />
            ) : (
              <NotKnown />
            )}
          </dd>
          <dd className="order-3 min-h-[1.4em] text-[0.8125rem] text-ink-3">{stats && note(stats)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A figure that could not be loaded is not zero. */
function NotKnown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not available</span>
    </>
  )
}

function SectionButton({ section, stats }: { section: Section; stats: AdminStats | undefined }) {
  const navigate = useNavigate()
  const figure = stats && getSectionFigure(section.value, stats)
  return (
    <button
      type="button"
      className="panel group flex h-full sm:min-h-[7.5rem] w-full cursor-pointer items-start gap-4 p-5 text-left transition-colors hover:border-ink-2"
      onClick={() => navigate(getSectionLocation(section.value))}
    >
      <span className="grid size-10 flex-none place-items-center rounded border border-line text-accent-text">
        <Icon path={section.icon} size={22} />
      </span>
      <span className="min-w-0">
        <span className="block font-serif text-[1.1875rem] leading-tight font-medium tracking-[-0.015em]">
          {section.title}
        </span>
        <span className="mt-1 block text-[0.9375rem] leading-snug text-ink-2">{section.about}</span>
        {figure && <span className="num mt-2 block text-[0.8125rem] text-ink">{figure}</span>}
      </span>
    </button>
  )
}
