import { adminInvestor, type TimelineKind } from '#contract/admin-investor'
import { adminNotes } from '#contract/admin-notes'
import { callAdmin } from '#core/api/admin-api'
import { createDetail } from '#site/admin/detail/detail.ts'

/** The overview of the investor in the URL. */
export const investorDetail = createDetail('investor', async (id) => {
  const { investor } = await callAdmin(adminInvestor.overview, { params: { id: Number(id) } })
  return investor
})

/** The internal notes about the investor in the URL. */
export const noteDetail = createDetail('notes', async (id) => {
  const { notes } = await callAdmin(adminNotes.list, { params: { id: Number(id) } })
  return notes
})

/** What each kind of the timeline is called in its filter and at its entries. */
export const timelineNames: Record<TimelineKind, readonly [filter: string, entry: string]> = {
  transaction: ['Ledger', 'Transaction'],
  subscription: ['Subscriptions', 'Subscription'],
  register: ['Register', 'Register'],
  portfolio: ['Portfolio', 'Portfolio'],
  document: ['Documents', 'Document'],
  sign_in: ['Sign-ins', 'Sign-in'],
  account: ['Account', 'Account'],
  notification: ['Notifications', 'Notification'],
  mail: ['Mails', 'Mail'],
  ticket: ['Tickets', 'Ticket'],
  call: ['Calls', 'Call'],
  chat: ['Chats', 'Chat'],
  note: ['Notes', 'Note'],
  verification: ['Verification', 'Verification'],
  approval: ['Approvals', 'Approval'],
  audit: ['Administrators', 'Administrator'],
}
