import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import { adminSupport } from '#contract/admin-support'
import { mySupport } from '#contract/my-support'
import { Problem } from '#contract/problem'
import { support } from '#contract/support'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { exportCalls, listCalls, readCall, setCallStatus } from './admin-calls.ts'
import {
  exportChats,
  listChats,
  readChatSession,
  replyToChat,
  setChatStatus,
  setChatsStatus,
} from './admin-chats.ts'
import { exportTickets, listTickets, readTicket, replyToTicket, setTicketStatus } from './admin-tickets.ts'
import { listMySupport, readMyChat, readMyTicket, writeFollowUp } from './my-support.ts'
import { openTicket, readChat, requestCall, sendChatMessage } from './service.ts'

/** The id of a signed-in investor; undefined for visitors and administrators. */
const investorOf = (caller: Caller | undefined): number | undefined =>
  caller?.role === 'investor' ? caller.id : undefined

/** The three forms of the support page, and the replies to a chat. */
export const supportRoutes = () => [
  serve(support.openTicket, ({ body, caller }) => openTicket(body, investorOf(caller))),
  serve(support.requestCall, ({ body, caller }) => requestCall(body, investorOf(caller))),
  serve(support.sendChat, ({ body, caller }) => sendChatMessage(body, investorOf(caller))),
  serve(support.readChat, async ({ params }) => ({ messages: await readChat(params.session_id) })),
]

/** What an investor has written while signed in, and follow-ups on a ticket. */
export const mySupportRoutes = () => [
  serve(mySupport.list, ({ caller }) => listMySupport(caller.id)),
  serve(mySupport.ticket, async ({ caller, params }) => ({
    messages: await readMyTicket(caller.id, params.id),
  })),
  serve(mySupport.followUp, async ({ caller, params, body }) => ({
    message: await writeFollowUp(caller.id, params.id, body),
  })),
  serve(mySupport.chat, async ({ caller, params }) => ({ messages: await readMyChat(caller.id, params.id) })),
]

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Problem('not_found', 'There is nothing with this id.')
  return row
}

const ticketAdmin = () => [
  serve(adminSupport.tickets, ({ query }) => listTickets(query)),
  serveExport(adminSupport.exportTickets, 'tickets', ({ query }) => exportTickets(query)),
  serve(adminSupport.ticket, ({ params }) => readTicket(params.id)),
  serve(adminSupport.setTicket, async (call) => {
    const { status, updated_at } = call.body
    const tickets = await setTicketStatus({ ids: [call.params.id], status }, actorOf(call), updated_at)
    return { ticket: only(tickets) }
  }),
  serve(adminSupport.setTickets, async (call) => ({
    updated: (await setTicketStatus(call.body, actorOf(call))).length,
  })),
  serve(adminSupport.reply, (call) => replyToTicket(call.params.id, call.body, actorOf(call))),
]

const callAdmin = () => [
  serve(adminSupport.calls, ({ query }) => listCalls(query)),
  serveExport(adminSupport.exportCalls, 'calls', ({ query }) => exportCalls(query)),
  serve(adminSupport.call, ({ params }) => readCall(params.id)),
  serve(adminSupport.setCall, async (call) => {
    const { status, updated_at } = call.body
    const calls = await setCallStatus({ ids: [call.params.id], status }, actorOf(call), updated_at)
    return { call_schedule: only(calls) }
  }),
  serve(adminSupport.setCalls, async (call) => ({
    updated: (await setCallStatus(call.body, actorOf(call))).length,
  })),
]

const chatAdmin = () => [
  serve(adminSupport.chats, ({ query }) => listChats(query)),
  serveExport(adminSupport.exportChats, 'chats', ({ query }) => exportChats(query)),
  serve(adminSupport.chat, ({ params }) => readChatSession(params.session_id)),
  serve(adminSupport.setChat, async (call) => ({
    chat_session: await setChatStatus(call.params.session_id, call.body, actorOf(call)),
  })),
  serve(adminSupport.setChats, async (call) => ({
    updated: (await setChatsStatus(call.body, actorOf(call))).length,
  })),
  serve(adminSupport.replyToChat, async (call) => ({
    message: await replyToChat(call.params.session_id, call.body, actorOf(call)),
  })),
]

/** The support desk. */
export const supportAdmin = () => [...ticketAdmin(), ...callAdmin(), ...chatAdmin()]
