import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { investorSession } from '#core/session/session'
import { Page } from '#site/investor/kit/Page.tsx'
import { Skeleton } from '#ui/Skeleton'
import { NextStepBanner } from './NextStepBanner.tsx'
import { TabErrorBoundary } from './TabErrorBoundary.tsx'
import { TabLinks } from './TabLinks.tsx'
import { findTab } from './tabs.ts'

/**
 * Shown while a tab's file is loading, which is brief: it is prefetched as soon as the pointer or focus is on the tab.
 */
const placeholder = (
  <div role="status">
    <span className="visually-hidden">Loading your dashboard...</span>
    <Skeleton className="h-36" />
    <Skeleton className="mt-5 h-96" />
  </div>
)

/** The dashboard: a greeting, six tabs selected by the URL, and the current tab. */
export function Dashboard() {
  const [query] = useSearchParams()
  const session = useStore(investorSession.$session)
  const shown = findTab(query.get('tab'))
  const { Content, value } = shown
  return (
    <Page
      title={`Welcome back, ${session?.user.first_name || 'Investor'}`}
      windowTitle={`${shown.label} · Dashboard`}
      lead="Monitor your mining investments and portfolio performance"
    >
      <NextStepBanner />
      <TabLinks shown={shown} />
      {/* A separate boundary for each tab, so that the previous one does not stay while the next one loads. */}
      <TabErrorBoundary key={value}>
        <Suspense fallback={placeholder}>
          <Content />
        </Suspense>
      </TabErrorBoundary>
    </Page>
  )
}
