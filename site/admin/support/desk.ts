/** The lists and details of the support desk. */
import { adminSupport, type CallSchedule, type ChatSession, type Ticket } from '#contract/admin-support'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { onPanelEvent } from '#core/live/admin-events'
import { callStatuses, chatStatuses, ticketStatuses } from '#shared/enums/support'
import { createDetail } from '#site/admin/detail/detail.ts'
import { createList } from '#site/admin/list/list.ts'
import { refreshCannedReplies, refreshSatisfaction } from './agents.ts'

export const ticketList = createList<
  Ticket,
  'created_at' | 'updated_at' | 'name' | 'subject' | 'due',
  { status: readonly ['', ...typeof ticketStatuses]; assigned: '' }
>({
  name: 'tickets',
  sorts: ['-created_at', 'updated_at', 'name', 'subject', 'due'],
  filters: { status: ['', ...ticketStatuses], assigned: '' },
  read: async (query) => {
    const { tickets, pagination } = await callAdmin(adminSupport.tickets, { query })
    return { rows: tickets, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminSupport.exportTickets, { query }, { ...options, name: 'tickets.csv' }),
})

export const callList = createList<
  CallSchedule,
  'created_at' | 'preferred_date' | 'updated_at' | 'name' | 'due',
  { status: readonly ['', ...typeof callStatuses]; assigned: '' }
>({
  name: 'calls',
  sorts: ['-created_at', 'preferred_date', 'updated_at', 'name', 'due'],
  filters: { status: ['', ...callStatuses], assigned: '' },
  read: async (query) => {
    const { call_schedules, pagination } = await callAdmin(adminSupport.calls, { query })
    return { rows: call_schedules, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminSupport.exportCalls, { query }, { ...options, name: 'calls.csv' }),
})

export const chatList = createList<
  ChatSession,
  'last_message_at' | 'created_at' | 'name' | 'due',
  { status: readonly ['', ...typeof chatStatuses]; assigned: '' }
>({
  name: 'chats',
  sorts: ['-last_message_at', 'created_at', 'name', 'due'],
  filters: { status: ['', ...chatStatuses], assigned: '' },
  read: async (query) => {
    const { chat_sessions, pagination } = await callAdmin(adminSupport.chats, { query })
    return { rows: chat_sessions, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminSupport.exportChats, { query }, { ...options, name: 'chats.csv' }),
})

export const ticketDetail = createDetail('ticket', (id) =>
  callAdmin(adminSupport.ticket, { params: { id: Number(id) } }),
)
export const callDetail = createDetail('call', (id) =>
  callAdmin(adminSupport.call, { params: { id: Number(id) } }),
)
export const chatDetail = createDetail('chat', (id) =>
  callAdmin(adminSupport.chat, { params: { session_id: id } }),
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

/** Refetches every list and item of the desk on screen; resolves once each has loaded or failed. */
export const refreshDesk = () => Promise.all(shown.map(({ refresh }) => refresh()))

/** Refetches the desk when visitors write; returns the function that stops it. */
export const subscribeToDesk = () => onPanelEvent(['support'], refreshDesk)
