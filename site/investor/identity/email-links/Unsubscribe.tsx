import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { AuthForm } from '#site/account-security/AuthForm.tsx'
import { SuccessMessage } from '#site/account-security/SuccessMessage.tsx'
import { Button } from '#ui/Button'
import { emailPreferencesLink, NextStepLink } from './EmailLinkResult.tsx'
import { createUnsubscribeForm } from './email-link-forms.ts'
import { ExpiredLink, isLinkExpired, MissingToken, RecoveryLayout } from './RecoveryLayout.tsx'
import { useLinkToken } from './use-link-token.ts'

const TITLE = 'Unsubscribe'

/** The emails that a token stops, by the word in its middle. */
const mailings = new Map([
  ['transaction', 'emails about transactions'],
  ['investment', 'emails about investments'],
  ['portfolio', 'emails about your portfolio'],
  ['document', 'emails about documents'],
  ['announcement', 'announcement emails'],
  ['daily', 'the daily digest'],
])

/** /access/unsubscribe: stops one kind of email. Its link never expires and can be reused. */
export function Unsubscribe() {
  const token = useLinkToken()
  if (token === '') {
    return (
      <RecoveryLayout title={TITLE} isLasting>
        <MissingToken />
      </RecoveryLayout>
    )
  }
  const [, mailing = '', signature] = token.split('.')
  const mails = signature ? mailings.get(mailing) : undefined
  return mails ? <Opened key={token} token={token} mails={mails} /> : <NotComplete />
}

/** Its token is in the path of the call, where an incomplete one is simply an unknown URL. */
const NotComplete = () => (
  <RecoveryLayout title={TITLE} isLasting>
    <ExpiredLink message="This link is incomplete.">
      <NextStepLink to={emailPreferencesLink}>You can manage all email preferences in Settings.</NextStepLink>
    </ExpiredLink>
  </RecoveryLayout>
)

function Opened({ token, mails }: { token: string; mails: string }) {
  const [form] = useState(() => createUnsubscribeForm(token))
  const { status } = useStore(form.$state)
  if (status.name === 'saved') {
    return (
      <RecoveryLayout title={TITLE} isLasting>
        <SuccessMessage to={emailPreferencesLink}>You have unsubscribed from {mails}.</SuccessMessage>
      </RecoveryLayout>
    )
  }
  if (isLinkExpired(status)) return <NotComplete />
  return (
    <RecoveryLayout
      title={TITLE}
      lead={`You will no longer receive ${mails}. You will still receive security emails, and all notifications remain available in the app.`}
      isLasting
    >
      <AuthForm status={status} fieldErrors={{}} onSubmit={() => void form.submit()}>
        <Button type="submit" className="w-full" busy={status.name === 'saving' && 'Unsubscribing...'}>
          Unsubscribe
        </Button>
      </AuthForm>
    </RecoveryLayout>
  )
}
