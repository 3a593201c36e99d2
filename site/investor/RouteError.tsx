import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { EmptyState } from '#ui/EmptyState'
import { Page } from './Page.tsx'
import { PageTitle } from './PageTitle.tsx'

/** The error for a report: a status or a message, never a stack trace. */
function explain(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : undefined
}

/** Shown when a screen of the area fails to render or load. */
export function RouteError() {
  const reason = explain(useRouteError())
  return navigator.onLine ? <Failed reason={reason} /> : <Offline />
}

/** The file of the screen could not be fetched without a connection. The page reloads when there is one. */
function Offline() {
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Page title="You are offline">
      <section className="panel mt-5" role="alert">
        <EmptyState title="This screen has not been loaded yet">
          <p>It loads by itself once you are connected.</p>
        </EmptyState>
      </section>
    </Page>
  )
}

function Failed({ reason }: { reason: string | undefined }) {
  return (
    <section className="wrap py-14 md:py-24">
      <PageTitle of="Unexpected Application Error!" />
      <p className="kicker">Investor area</p>
      <h1 className="mt-5 max-w-[18ch] text-4xl font-normal tracking-tight md:text-5xl">
        Unexpected Application Error!
      </h1>
      <p className="mt-4 max-w-[56ch] text-lg text-ink-2">
        This screen could not be shown. Nothing you entered before has been changed by it. Load it again; if
        that does not help, tell us what it says here.
      </p>
      {reason && <p className="panel num mt-6 max-w-[72ch] px-4 py-3 text-sm break-words">{reason}</p>}
      <p className="mt-8 flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={() => location.reload()}>
          Load again
        </button>
        <a className="button button-quiet" href="/docs/help-support">
          Contact support
        </a>
      </p>
    </section>
  )
}
