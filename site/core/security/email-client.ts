/** Calls that manage the user's own email, shared by investors and administrators. */
import type { AccountEmail, accounts } from '#contract/identity/accounts'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import type { SessionQuery } from '#core/session/internal/session-query'

type EmailCalls = Pick<typeof accounts, 'readEmail' | 'changeEmail' | 'cancelEmailChange'>

export interface EmailClient {
  $email: SessionQuery<AccountEmail>['$view']
  refresh: () => Promise<void>
  /** Requests a change of email, which takes effect when its link is followed. */
  change: (body: { email: string; current_password: string }) => Promise<void>
  /** Cancels the pending change. */
  cancel: () => Promise<void>
}

/** Creates the calls for one kind of account from its endpoints. */
export const createEmailClient = (
  call: SignedInCall,
  calls: EmailCalls,
  { $view, refresh }: Pick<SessionQuery<AccountEmail>, '$view' | 'refresh'>,
): EmailClient => ({
  $email: $view,
  refresh,
  async change(body) {
    await call(calls.changeEmail, { body })
    void refresh()
  },
  async cancel() {
    // Another tab may have been first, or the link was followed; the current state is shown either way.
    await call(calls.cancelEmailChange).finally(refresh)
  },
})
