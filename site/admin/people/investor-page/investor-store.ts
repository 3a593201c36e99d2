import { adminInvestor, type TimelineEntryType } from '#contract/people/admin-investor'
import { adminNotes } from '#contract/people/admin-notes'
import { callAdminApi } from '#core/api/admin-api'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'

/** The overview of the investor in the URL. */
export const investorDetail = createDetail('investor', async (id) => {
  const { investor } = await callAdminApi(adminInvestor.overview, { params: { id: Number(id) } })
  return investor
})

/** The internal notes about the investor in the URL. */
export const noteDetail = createDetail('notes', async (id) => {
  const { notes } = await callAdminApi(adminNotes.list, { params: { id: Number(id) } })
  return notes
})

/** Labels of the timeline's record types, for the filter and the entries. */
export const timelineTypeLabels: Record<TimelineEntryType, readonly [filter: string, entry: string]> = {
  transaction: ['Transactions', 'Transaction'],
  subscription: ['Subscriptions', 'Subscription'],
  register: ['Register', 'Register'],
  portfolio: ['Portfolio', 'Portfolio'],
  document: ['Documents', 'Document'],
  sign_in: ['Sign-ins', 'Sign-in'],
  account: ['Account', 'Account'],
  notification: ['Notifications', 'Notification'],
  mail: ['Emails', 'Email'],
  ticket: ['Tickets', 'Ticket'],
  call: ['Calls', 'Call'],
  chat: ['Chats', 'Chat'],
  note: ['Notes', 'Note'],
  verification: ['Verification', 'Verification'],
  approval: ['Approvals', 'Approval'],
  audit: ['Administrator actions', 'Administrator action'],
}
