/** The calls about the own email, the same for investors and administrators. */
import type { accounts, EmailState } from '#contract/accounts'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import type { SessionQuery } from '#core/session/internal/session-query'

type EmailCalls = Pick<typeof accounts, 'readEmail' | 'changeEmail' | 'cancelEmailChange'>

export interface EmailClient {
  $email: SessionQuery<EmailState>['$view']
  refresh: () => Promise<void>
  /** Asks for another email; its link puts it into use. */
  change: (body: { email: string; current_password: string }) => Promise<void>
  /** Cancels the change that waits. */
  cancel: () => Promise<void>
}

/** Makes the calls of one kind of account, from its endpoints. */
export const createEmailClient = (
  call: SignedInCall,
  calls: EmailCalls,
  { $view, refresh }: Pick<SessionQuery<EmailState>, '$view' | 'refresh'>,
): EmailClient => ({
  $email: $view,
  refresh,
  async change(body) {
    await call(calls.changeEmail, { body })
    void refresh()
  },
  async cancel() {
    // Another tab may have been first, or the link was followed: what is true now is shown either way.
    await call(calls.cancelEmailChange).finally(refresh)
  },
})
