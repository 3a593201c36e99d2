import { useEffect, useState } from 'react'
import { accounts, type EmailLinkStatus } from '#contract/identity/accounts'
import { loadingState, type Remote } from '#core/query/remote'
import { callAsOwner } from './email-link-forms.ts'

/** The purpose of the link with this token, and whether it can be used. Checking does not change it. */
export function useEmailLink(token: string): { view: Remote<EmailLinkStatus>; retry: () => void } {
  const [view, setView] = useState<Remote<EmailLinkStatus>>(loadingState)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each attempt
  useEffect(() => {
    let isLeft = false
    const show = (next: Remote<EmailLinkStatus>) => {
      if (!isLeft) setView(next)
    }
    callAsOwner(accounts.getLinkStatus, { body: { token } }).then(
      ({ link }) => show({ status: 'ready', data: link, isFetching: false }),
      (error: unknown) => show({ status: 'failed', error, lastData: undefined, isFetching: false }),
    )
    return () => {
      isLeft = true
    }
  }, [token, attempt])
  const retry = () => {
    setView({ ...view, isFetching: true })
    setAttempt(attempt + 1)
  }
  return { view, retry }
}
