import { useEffect, useState } from 'react'
import { accounts, type MailedLink } from '#contract/accounts'
import { type Remote, viewLoading } from '#core/query/remote'
import { callAsOwner } from './forms.ts'

/** What the link with this token is for, and whether it can be used. It stays as it is. */
export function useMailedLink(token: string): { view: Remote<MailedLink>; retry: () => void } {
  const [view, setView] = useState<Remote<MailedLink>>(viewLoading)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each attempt
  useEffect(() => {
    let isLeft = false
    const show = (next: Remote<MailedLink>) => {
      if (!isLeft) setView(next)
    }
    callAsOwner(accounts.checkLink, { body: { token } }).then(
      ({ link }) => show({ status: 'ready', data: link, updating: false }),
      (error: unknown) => show({ status: 'failed', error, last: undefined, updating: false }),
    )
    return () => {
      isLeft = true
    }
  }, [token, attempt])
  const retry = () => {
    setView({ ...view, updating: true })
    setAttempt(attempt + 1)
  }
  return { view, retry }
}
