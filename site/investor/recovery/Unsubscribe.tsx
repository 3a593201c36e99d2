import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Done } from '#site/security/Done.tsx'
import { FormFrame } from '#site/security/FormFrame.tsx'
import { Button } from '#ui/Button'
import { createUnsubscribeForm } from './forms.ts'
import { mailSettings, Way } from './LinkEnds.tsx'
import { isLinkOver, LinkOver, LinkPage, MissingToken } from './LinkPage.tsx'
import { useLinkToken } from './use-link-token.ts'

const TITLE = 'Stop these mails'

/** The mails that a token stops, by the word in its middle. */
const mailings = new Map([
  ['transaction', 'the mails about transactions'],
  ['investment', 'the mails about investments'],
  ['portfolio', 'the mails about your portfolio'],
  ['document', 'the mails about documents'],
  ['announcement', 'the mails with announcements'],
  ['daily', 'the daily mail'],
])

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** /access/unsubscribe: stops the mails of one kind. Its link works for ever, and again. */
export function Unsubscribe() {
  const token = useLinkToken()
  if (token === '') {
    return (
      <LinkPage title={TITLE} isLasting>
        <MissingToken />
      </LinkPage>
    )
  }
  const [, mailing = '', signature] = token.split('.')
  const mails = signature ? mailings.get(mailing) : undefined
  return mails ? <Opened key={token} token={token} mails={mails} /> : <NotComplete />
}

/** Its token is in the path of the call, where a part of one is only an unknown address. */
const NotComplete = () => (
  <LinkPage title={TITLE} isLasting>
    <LinkOver message="This link is not complete.">
      <Way to={mailSettings}>Your settings have a switch for each kind of mail.</Way>
    </LinkOver>
  </LinkPage>
)

function Opened({ token, mails }: { token: string; mails: string }) {
  const [form] = useState(() => createUnsubscribeForm(token))
  const { status } = useStore(form.$state)
  if (status.name === 'saved') {
    return (
      <LinkPage title={TITLE} isLasting>
        <Done to={mailSettings}>
          {capitalise(mails)} {mails.startsWith('the mails') ? 'are' : 'is'} stopped.
        </Done>
      </LinkPage>
    )
  }
  if (isLinkOver(status)) return <NotComplete />
  return (
    <LinkPage
      title={TITLE}
      lead={`This stops ${mails}. Those about the security of your account still come, and the bell still shows everything.`}
      isLasting
    >
      <FormFrame status={status} fieldErrors={{}} onSubmit={() => void form.submit()}>
        <Button type="submit" className="w-full" busy={status.name === 'saving' && 'Stopping...'}>
          Stop These Mails
        </Button>
      </FormFrame>
    </LinkPage>
  )
}
