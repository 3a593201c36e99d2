import { investorEmail } from '#core/security/investor-email'
import { useEmailConfirmation } from '#site/investor/verification/use-email-confirmation.ts'
import { EmailPanel as OwnEmailPanel } from '#site/security/EmailPanel.tsx'
import { Button } from '#ui/Button'

/** The email that signs the investor in, and its change. */
export const EmailPanel = () => (
  <OwnEmailPanel
    client={investorEmail}
    unconfirmed={({ mail_configured }) => <SendAgain isMailed={mail_configured} />}
  />
)

/** Sends the link that confirms the address once more. */
function SendAgain({ isMailed }: { isMailed: boolean }) {
  const { isSending, message, send } = useEmailConfirmation()
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.875rem]">
      <p role="status" className="min-w-0 text-ink-2">
        {message ||
          (isMailed
            ? 'Follow the link that we have mailed there. Subscriptions wait for it.'
            : 'Nothing waits for it: this site sends no mail yet.')}
      </p>
      <Button look="quiet" small busy={isSending && 'Sending...'} onClick={send}>
        Send the link again
      </Button>
    </div>
  )
}
