import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Page } from '#site/investor/kit/Page.tsx'
import { Button, LinkButton } from '#ui/Button'

/** The error to report: a status or message, never a stack trace. */
function explain(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : undefined
}

/** Shown when an area screen fails to render or load. */
export function RouteError() {
  const error = useRouteError()
  // The connection monitor names the error and reloads the page when possible.
  if (error instanceof Error && error.name === 'LostPart') return <Page title={error.message} />
  return <Failed reason={explain(error)} />
}

function Failed({ reason }: { reason: string | undefined }) {
  return (
    <Page title="Unexpected Application Error!">
      <p className="mt-5 max-w-[64ch] text-ink-2">
        We could not display this page. Your saved data is unaffected. Reload the page, or contact support and
        quote the message below.
      </p>
      {reason && <p className="panel num mt-5 max-w-[72ch] px-4 py-3 text-sm wrap-anywhere">{reason}</p>}
      <p className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <LinkButton look="quiet" href="/docs/help-support">
          Contact support
        </LinkButton>
      </p>
    </Page>
  )
}
