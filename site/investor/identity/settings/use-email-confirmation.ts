import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { accounts } from '#contract/identity/accounts'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { refreshCurrentUser } from '#core/query/identity/account-email'
import { investorSession } from '#core/session/session'

const createSending = () =>
  createForm<object, void>({
    initial: {},
    explain: (error) => getServerErrorMessage(error, 'The link could not be sent. Please try again.'),
    save: async () => {
      await callInvestor(accounts.resendConfirmationEmail, { body: {} })
    },
  })

/** Resends the email confirmation link. Checks whether it was followed in the meantime, also on another device. */
export function useEmailConfirmation() {
  const [sending] = useState(createSending)
  const { status } = useStore(sending.$state)

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refreshCurrentUser()
    void refreshCurrentUser()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const sent = investorSession.read()?.user.must_confirm_email
    ? 'Link sent.'
    : 'The link has been created, but this site does not send email yet. Ask our team for it.'

  return {
    isSending: status.name === 'saving',
    /** The outcome; empty before. */
    message: status.name === 'failed' ? status.message : status.name === 'saved' ? sent : '',
    send: () => void sending.submit(),
  }
}
