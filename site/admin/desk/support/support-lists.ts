/** The support section's lists and details. */
import { adminSupport, type CallRequest, type Chat, type Ticket } from '#contract/desk/admin-support'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { onAdminEvent } from '#core/events/admin-event-stream'
import { callStatuses, chatStatuses, ticketStatuses } from '#shared/enums/support'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { refreshCannedReplies, refreshSatisfaction } from './support-agents.ts'

export const ticketList = createAdminList<
  Ticket,
  'created_at' | 'updated_at' | 'name' | 'subject' | 'due',
  { status: readonly ['', ...typeof ticketStatuses]; assigned: '' }
>({
  name: 'tickets',
  sorts: ['-created_at', 'updated_at', 'name', 'subject', 'due'],
  filters: { status: ['', ...ticketStatuses], assigned: '' },
  read: async (query) => {
    const { tickets, pagination } = await callAdminApi(adminSupport.listTickets, { query })
    return { rows: tickets, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminSupport.exportTickets, { query }, { ...options, name: 'tickets.csv' }),
})

export const callList = createAdminList<
  CallRequest,
  'created_at' | 'preferred_date' | 'updated_at' | 'name' | 'due',
  { status: readonly ['', ...typeof callStatuses]; assigned: '' }
>({
  name: 'calls',
  sorts: ['-created_at', 'preferred_date', 'updated_at', 'name', 'due'],
  filters: { status: ['', ...callStatuses], assigned: '' },
  read: async (query) => {
    const { call_schedules, pagination } = await callAdminApi(adminSupport.listCallRequests, { query })
    return { rows: call_schedules, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminSupport.exportCallRequests, { query }, { ...options, name: 'calls.csv' }),
})

export const chatList = createAdminList<
  Chat,
  'last_message_at' | 'created_at' | 'name' | 'due',
  { status: readonly ['', ...typeof chatStatuses]; assigned: '' }
>({
  name: 'chats',
  sorts: ['-last_message_at', 'created_at', 'name', 'due'],
  filters: { status: ['', ...chatStatuses], assigned: '' },
  read: async (query) => {
    const { chat_sessions, pagination } = await callAdminApi(adminSupport.listChats, { query })
    return { rows: chat_sessions, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminSupport.exportChats, { query }, { ...options, name: 'chats.csv' }),
})

export const ticketDetail = createDetail('ticket', (id) =>
  callAdminApi(adminSupport.getTicket, { params: { id: Number(id) } }),
)
export const callDetail = createDetail('call', (id) =>
  callAdminApi(adminSupport.getCallRequest, { params: { id: Number(id) } }),
)
export const chatDetail = createDetail('chat', (id) =>
  callAdminApi(adminSupport.getChat, { params: { session_id: id } }),
)

const shown = [
  ticketList,
  callList,
  chatList,
  ticketDetail,
  callDetail,
  chatDetail,
  { refresh: refreshCannedReplies },
  { refresh: refreshSatisfaction },
]

/** Refetches every support list and item on screen; resolves once each has loaded or failed. */
export const refreshSupportLists = () => Promise.all(shown.map(({ refresh }) => refresh()))

/** Refetches the support section when visitors write; returns a function that stops it. */
export const subscribeToSupportEvents = () => onAdminEvent(['support'], refreshSupportLists)
