import { investorEmail } from '#core/security/investor-email'
import { EmailPanel as OwnEmailPanel } from '#site/account-security/EmailPanel.tsx'
import { useEmailConfirmation } from '#site/investor/identity/settings/use-email-confirmation.ts'
import { Button } from '#ui/Button'

/** The investor's sign-in email, and changing it. */
export const EmailPanel = () => (
  <OwnEmailPanel
    client={investorEmail}
    unconfirmed={({ mail_configured }) => <SendAgain isMailed={mail_configured} />}
  />
)

/** Resends the link that confirms the address. */
function SendAgain({ isMailed }: { isMailed: boolean }) {
  const { isSending, message, send } = useEmailConfirmation()
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-[0.875rem]">
      <p role="status" className="min-w-0 text-ink-2">
        {message ||
          (isMailed
            ? 'Open the link we emailed you. You cannot subscribe until your address is confirmed.'
            : 'Confirmation is not required: this site does not send email yet.')}
      </p>
      <Button look="quiet" small busy={isSending && 'Sending...'} onClick={send}>
        Resend link
      </Button>
    </div>
  )
}
