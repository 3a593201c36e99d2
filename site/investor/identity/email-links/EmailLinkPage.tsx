import type { ReactNode } from 'react'
import type { EmailLinkStatus } from '#contract/identity/accounts'
import { emailLinkPaths } from '#contract/identity/email-links'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import {
  ExpiredLink,
  getLinkErrorMessage,
  isLinkExpiredError,
  MissingToken,
  RecoveryLayout,
} from './RecoveryLayout.tsx'
import { useEmailLink } from './use-email-link.ts'
import { useLinkToken } from './use-link-token.ts'

interface CheckedLinkProps {
  /** The page for its links. */
  page: (typeof emailLinkPaths)[keyof typeof emailLinkPaths]
  /** Shown until the link is known, and if it can no longer be used. */
  title: string
  /** Where to go if a link can no longer be used. */
  wayOn: (token: string) => ReactNode
  /** The page for a usable link. */
  children: (link: EmailLinkStatus, token: string) => ReactNode
}

/**
 * A page behind an emailed link. It reports immediately if the link can no longer be used; opening it changes nothing.
 */
export function EmailLinkPage(props: CheckedLinkProps) {
  const token = useLinkToken()
  if (token) return <Checked key={token} token={token} {...props} />
  return (
    <RecoveryLayout title={props.title}>
      <MissingToken />
    </RecoveryLayout>
  )
}

function Checked({ token, page, title, wayOn, children }: CheckedLinkProps & { token: string }) {
  const { view, retry } = useEmailLink(token)
  if (view.status === 'ready' && emailLinkPaths[view.data.kind] === page) return children(view.data, token)
  const over =
    view.status === 'ready'
      ? 'This link is for a different page. Open it again from our email.'
      : view.status === 'failed' && isLinkExpiredError(view.error) && getLinkErrorMessage(view.error)
  return (
    <RecoveryLayout title={title} isLoading={view.status === 'loading'}>
      {over ? (
        <ExpiredLink message={over}>{wayOn(token)}</ExpiredLink>
      ) : (
        <RemoteView
          view={view}
          failure={createLoadErrorMessage('We could not check this link.')}
          onRetry={retry}
          loading={<Loading />}
        >
          {() => null}
        </RemoteView>
      )}
    </RecoveryLayout>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="visually-hidden">Checking link</span>
    <Skeleton className="h-24" />
    <Skeleton className="h-[46px]" />
  </div>
)
