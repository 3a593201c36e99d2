import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, LinkButton } from '#ui/Button'
import { Page } from './Page.tsx'

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
      <p role="alert" className="panel mt-5 px-[22px] py-5 max-sm:px-4">
        This screen loads once you are connected.
      </p>
    </Page>
  )
}

function Failed({ reason }: { reason: string | undefined }) {
  return (
    <Page title="Unexpected Application Error!">
      <p className="mt-5 max-w-[64ch] text-ink-2">
        This screen could not be shown. Nothing you entered before has been changed. Load it again, or tell us
        what it says here.
      </p>
      {reason && <p className="panel num mt-5 max-w-[72ch] px-4 py-3 text-sm wrap-anywhere">{reason}</p>}
      <p className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Load again</Button>
        <LinkButton look="quiet" href="/docs/help-support">
          Contact support
        </LinkButton>
      </p>
    </Page>
  )
}
