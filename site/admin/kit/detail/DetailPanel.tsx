import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { getData, type Remote } from '#core/query/remote'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

interface DetailPanelProps<Data> {
  opened: Remote<Data>
  /** The list's URL without an open item. */
  backUrl: string
  title: (data: Data) => string
  reference: (data: Data) => string
  onRetry: () => void
  children: (data: Data) => ReactNode
}

/** One item beside the list, or in place of it on a small screen. The focus moves to its title. */
export function DetailPanel<Data>(props: DetailPanelProps<Data>) {
  const { opened, backUrl, title, reference, onRetry, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const data = getData(opened)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus()
  }, [isThere])
  return (
    <section
      className="panel min-w-0 self-start"
      aria-label="Details"
      data-opening={opened.status === 'loading' || undefined}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-line border-b px-[22px] py-4 max-sm:px-4">
        <div className="min-w-0 flex-1 basis-44">
          <p className="num text-[0.8125rem] text-ink-3">
            {isThere ? reference(data) : opened.status === 'failed' ? 'Not loaded' : 'Loading'}
          </p>
          <h2
            ref={heading}
            tabIndex={-1}
            className="mt-1 text-[1.1875rem] leading-tight outline-none wrap-anywhere"
          >
            {isThere ? (
              title(data)
            ) : opened.status === 'failed' ? (
              'Details'
            ) : (
              <>
                <span className="visually-hidden">Loading</span>
                <Skeleton className="h-6 w-56" />
              </>
            )}
          </h2>
        </div>
        <Link
          className="button button-quiet button-small flex-none whitespace-nowrap"
          to={{ search: backUrl }}
          preventScrollReset
        >
          Close details
        </Link>
      </header>
      <div className="grid gap-6 p-[22px] max-sm:p-4">
        <RemoteView
          view={opened}
          {...getLoadErrorProps('Details could not be loaded')}
          onRetry={onRetry}
          loading={<Skeleton className="h-72" />}
        >
          {children}
        </RemoteView>
      </div>
    </section>
  )
}
