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

/** /access/unsubscribe: stops the mails of one kind. Its link works for ever, and again. */
export function Unsubscribe() {
  const token = useLinkToken()
  if (token) return <OpenedLink key={token} token={token} />
  return (
    <LinkPage title={TITLE}>
      <MissingToken />
    </LinkPage>
  )
}

function OpenedLink({ token }: { token: string }) {
  const [form] = useState(() => createUnsubscribeForm(token))
  const { status } = useStore(form.$state)
  if (status.name === 'saved') {
    return (
      <LinkPage title={TITLE}>
        <Done to={mailSettings}>These mails are stopped.</Done>
      </LinkPage>
    )
  }
  if (isLinkOver(status)) {
    return (
      <LinkPage title={TITLE}>
        {/* Its token is in the path of the call, where a part of one is only an unknown address. */}
        <LinkOver message="This link is not complete.">
          <Way to={mailSettings}>Your settings have a switch for each kind of mail.</Way>
        </LinkOver>
      </LinkPage>
    )
  }
  return (
    <LinkPage
      title={TITLE}
      lead="Mails about the security of your account still come. The bell still shows everything else."
    >
      <FormFrame status={status} fieldErrors={{}} onSubmit={() => void form.submit()}>
        <Button type="submit" className="w-full" busy={status.name === 'saving' && 'Stopping...'}>
          Stop These Mails
        </Button>
      </FormFrame>
    </LinkPage>
  )
}
