import { isRouteErrorResponse, useRouteError } from 'react-router'
import { DocumentTitle } from '#site/admin/kit/layout/DocumentTitle.tsx'
import { Button } from '#ui/Button'

/** The error to report: a status or message, never a stack trace. */
function explain(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : undefined
}

/** Replaces a section that failed to render or load; the surrounding layout stays. */
export function SectionError() {
  const error = useRouteError()
  const reason = explain(error)
  // The connection monitor names the error and reloads the page when possible.
  if (error instanceof Error && error.name === 'LostPart')
    return (
      <section className="p-6 max-sm:p-4" role="alert">
        <h1 className="text-[2rem] leading-tight font-normal tracking-tight">{error.message}</h1>
      </section>
    )
  return (
    <section className="p-6 max-sm:p-4" role="alert">
      <DocumentTitle title="Unexpected Application Error!" />
      <h1 className="text-[2rem] leading-tight font-normal tracking-tight">Unexpected Application Error!</h1>
      <p className="mt-3 max-w-[56ch] text-ink-2">
        This page could not be displayed. Saved changes are not affected. Reload the page.
      </p>
      {reason && <p className="panel num mt-5 max-w-[72ch] px-4 py-3 text-sm break-words">{reason}</p>}
      <Button className="mt-6" onClick={() => location.reload()}>
        Reload
      </Button>
    </section>
  )
}
