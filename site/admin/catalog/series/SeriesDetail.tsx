import { useCallback } from 'react'
import { Link } from 'react-router'
import type { AdminSeries } from '#contract/catalog/admin-series'
import { getData } from '#core/query/remote'
import { AwaitingApprovalBadge } from '#site/admin/kit/approvals/AwaitingApprovalBadge.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { refreshStats } from '#site/admin/kit/layout/stats-store.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Attestations } from './Attestations.tsx'
import { Documents } from './Documents.tsx'
import { KeyFacts } from './KeyFacts.tsx'
import { Offerings } from './Offerings.tsx'
import { SeriesFiguresPanel } from './SeriesFiguresPanel.tsx'
import { seriesDetail } from './series-store.ts'
import { Valuations } from './Valuations.tsx'
import { VersionHistory } from './VersionHistory.tsx'

const topics = ['series', 'tokens', 'subscriptions', 'register'] as const

/** A series: the asset behind a token, and all its records. */
export function SeriesDetail({ code }: { code: string }) {
  const opened = useDetail(seriesDetail, code)
  useRefetchOnEvents(topics, seriesDetail.refresh)
  const { notice, showSuccess } = useLocalToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function in each render, which does the same
  const onSaved = useCallback(async (message: string) => {
    await Promise.all([seriesDetail.refresh(), refreshStats()])
    showSuccess(message)
  }, [])
  const loaded = getData(opened)
  return (
    <SectionPage
      title={loaded?.token.symbol ?? `$${code}`}
      outcome={notice}
      lead={loaded ? <Lead series={loaded} /> : ''}
      isLoading={opened.status === 'loading'}
      aside={
        <>
          <Link className="button button-quiet" to={{ search: '?d=tokens' }}>
            All tokens
          </Link>
          <Link className="button button-quiet" to={{ search: `?d=subscriptions&series=${code}` }}>
            Subscriptions
          </Link>
          <Link className="button button-quiet" to={{ search: `?d=register&series=${code}` }}>
            Register
          </Link>
        </>
      }
    >
      <RemoteView
        view={opened}
        {...getLoadErrorProps('Failed to fetch series')}
        onRetry={seriesDetail.refresh}
        loading={<Loading />}
      >
        {(series) => (
          <>
            <AwaitingApprovalBadge rows={`series:${series.token.symbol}`} className="justify-self-start" />
            <SeriesFiguresPanel series={series} />
            <Offerings series={series} onSaved={onSaved} />
            <Valuations series={series} onSaved={onSaved} />
            <Attestations series={series} onSaved={onSaved} />
            <Documents series={series} onSaved={onSaved} />
            <KeyFacts series={series} onSaved={onSaved} />
            <VersionHistory versions={series.earlier_versions} />
          </>
        )}
      </RemoteView>
    </SectionPage>
  )
}

function Lead({ series: { token, facts } }: { series: AdminSeries }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="wrap-anywhere">
        {token.name}, {token.category}, {token.location}
      </span>
      <Badge tone={token.is_active ? 'gain' : 'neutral'}>{token.is_active ? 'Active' : 'Inactive'}</Badge>
      {facts.is_illustrative && <Badge tone="warn">Illustrative</Badge>}
    </span>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-5">
      <span className="visually-hidden">Loading series</span>
      <Skeleton className="h-[168px]" />
      <Skeleton className="h-[260px]" />
      <Skeleton className="h-[220px]" />
    </div>
  )
}
