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
  const error = useRouteError()
  // The watch on the connection names the error, and loads the page again when it can.
  if (error instanceof Error && error.name === 'LostPart') return <Page title={error.message} />
  return <Failed reason={explain(error)} />
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
