import type { ReactNode } from 'react'
import { linkPages } from '#contract/account-links'
import type { MailedLink } from '#contract/accounts'
import { explainLoad } from '#core/api/failures'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { isOverFor, LinkOver, LinkPage, MissingToken, messageOf } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'
import { useMailedLink } from './use-mailed-link.ts'

interface CheckedLinkProps {
  /** The page of the links that it takes. */
  page: (typeof linkPages)[keyof typeof linkPages]
  /** Until the link is known, and where it can no longer be used. */
  title: string
  /** Where to go from a link that can no longer be used. */
  wayOn: (token: string) => ReactNode
  /** The page of a link that can be used. */
  children: (link: MailedLink, token: string) => ReactNode
}

/** A page behind a mailed link. It says at once when the link can no longer be used; looking changes nothing. */
export function CheckedLink(props: CheckedLinkProps) {
  const token = useLinkToken()
  if (token) return <Checked key={token} token={token} {...props} />
  return (
    <LinkPage title={props.title}>
      <MissingToken />
    </LinkPage>
  )
}

function Checked({ token, page, title, wayOn, children }: CheckedLinkProps & { token: string }) {
  const { view, retry } = useMailedLink(token)
  if (view.status === 'ready' && linkPages[view.data.kind] === page) return children(view.data, token)
  const over =
    view.status === 'ready'
      ? 'This link opens another page. Open it from our mail again.'
      : view.status === 'failed' && isOverFor(view.error) && messageOf(view.error)
  return (
    <LinkPage title={title} isLoading={view.status === 'loading'}>
      {over ? (
        <LinkOver message={over}>{wayOn(token)}</LinkOver>
      ) : (
        <RemoteView
          view={view}
          failure={explainLoad('The link could not be looked up.')}
          onRetry={retry}
          loading={<Loading />}
        >
          {() => null}
        </RemoteView>
      )}
    </LinkPage>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="visually-hidden">Looking up the link</span>
    <Skeleton className="h-24" />
    <Skeleton className="h-[46px]" />
  </div>
)
