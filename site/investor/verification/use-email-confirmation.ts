import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { accounts } from '#contract/accounts'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { refreshOwnUser } from '#core/query/own-email'
import { investorSession } from '#core/session/session'

const createSending = () =>
  createForm<object, void>({
    initial: {},
    explain: (error) => explainRejection(error, 'The link could not be sent. Please try again.'),
    save: async () => {
      await callInvestor(accounts.sendConfirmation, { body: {} })
    },
  })

/** Sends the link that confirms the email again. Looks whether it was followed meanwhile, also on another device. */
export function useEmailConfirmation() {
  const [sending] = useState(createSending)
  const { status } = useStore(sending.$state)

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refreshOwnUser()
    void refreshOwnUser()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const sent = investorSession.read()?.user.must_confirm_email
    ? 'The link is on its way.'
    : 'The link is made. This site sends no mail yet: ask the team for it.'

  return {
    isSending: status.name === 'saving',
    /** What came of it; empty before. */
    message: status.name === 'failed' ? status.message : status.name === 'saved' ? sent : '',
    send: () => void sending.submit(),
  }
}
