import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import { adminDesk } from '#contract/admin-desk'
import { adminSupport } from '#contract/admin-support'
import { feedback } from '#contract/feedback'
import { mySupport } from '#contract/my-support'
import { Problem } from '#contract/problem'
import { support } from '#contract/support'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { changeCalls, exportCalls, listCalls, readCall } from './admin-calls.ts'
import {
  changeChat,
  changeChats,
  exportChats,
  listChats,
  readChatSession,
  replyToChat,
} from './admin-chats.ts'
import { changeTickets, exportTickets, listTickets, readTicket, replyToTicket } from './admin-tickets.ts'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-replies.ts'
import { listAgents } from './desk.ts'
import { readSatisfaction, storeFeedback } from './feedback.ts'
import { mergeTicket } from './merge.ts'
import { listMySupport, readMyChat, readMyTicket, writeFollowUp } from './my-support.ts'
import { measureResponseTimes } from './response-times.ts'
import { openTicket, readOpenChat, requestCall, sendChatMessage } from './service.ts'

/** The id of a signed-in investor; undefined for visitors and administrators. */
const investorOf = (caller: Caller | undefined): number | undefined =>
  caller?.role === 'investor' ? caller.id : undefined

/** Milliseconds for which the measured times are good: they cover three months. */
const MEASURED_FOR = 300_000

/** The three forms of the support page, and the replies to a chat. */
export const supportRoutes = () => [
  serve(support.openTicket, ({ body, caller }) => openTicket(body, investorOf(caller))),
  serve(support.requestCall, ({ body, caller }) => requestCall(body, investorOf(caller))),
  serve(support.sendChat, ({ body, caller }) => sendChatMessage(body, investorOf(caller))),
  serve(support.readChat, async ({ params, caller }) => ({
    messages: await readOpenChat(params.session_id, investorOf(caller)),
  })),
  serve(feedback.send, async ({ body }) => {
    await storeFeedback(body)
    return { success: true as const }
  }),
  serveCached(feedback.responseTimes, measureResponseTimes, { freshFor: MEASURED_FOR }),
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
  serve(adminSupport.tickets, ({ query, caller }) => listTickets(query, caller.id)),
  serveExport(adminSupport.exportTickets, 'tickets', ({ query, caller }) => exportTickets(query, caller.id)),
  serve(adminSupport.ticket, ({ params }) => readTicket(params.id)),
  serve(adminSupport.setTicket, async (call) => {
    const { updated_at, ...parts } = call.body
    const tickets = await changeTickets({ ids: [call.params.id], ...parts }, actorOf(call), updated_at)
    return { ticket: only(tickets) }
  }),
  serve(adminSupport.setTickets, async (call) => ({
    updated: (await changeTickets(call.body, actorOf(call))).length,
  })),
  serve(adminSupport.mergeTicket, async (call) => ({
    ticket: await mergeTicket(call.params.id, call.body.into, actorOf(call)),
  })),
  serve(adminSupport.reply, (call) => replyToTicket(call.params.id, call.body, actorOf(call))),
]

const callAdmin = () => [
  serve(adminSupport.calls, ({ query, caller }) => listCalls(query, caller.id)),
  serveExport(adminSupport.exportCalls, 'calls', ({ query, caller }) => exportCalls(query, caller.id)),
  serve(adminSupport.call, ({ params }) => readCall(params.id)),
  serve(adminSupport.setCall, async (call) => {
    const { updated_at, ...parts } = call.body
    const calls = await changeCalls({ ids: [call.params.id], ...parts }, actorOf(call), updated_at)
    return { call_schedule: only(calls) }
  }),
  serve(adminSupport.setCalls, async (call) => ({
    updated: (await changeCalls(call.body, actorOf(call))).length,
  })),
]

const chatAdmin = () => [
  serve(adminSupport.chats, ({ query, caller }) => listChats(query, caller.id)),
  serveExport(adminSupport.exportChats, 'chats', ({ query, caller }) => exportChats(query, caller.id)),
  serve(adminSupport.chat, ({ params }) => readChatSession(params.session_id)),
  serve(adminSupport.setChat, async (call) => ({
    chat_session: await changeChat(call.params.session_id, call.body, actorOf(call)),
  })),
  serve(adminSupport.setChats, async (call) => ({
    updated: (await changeChats(call.body, actorOf(call))).length,
  })),
  serve(adminSupport.replyToChat, async (call) => ({
    message: await replyToChat(call.params.session_id, call.body, actorOf(call)),
  })),
]

const deskAdmin = () => [
  serve(adminDesk.agents, async () => ({ agents: await listAgents() })),
  serve(adminDesk.satisfaction, readSatisfaction),
  serve(adminDesk.cannedReplies, async () => ({ canned_replies: await listCannedReplies() })),
  serve(adminDesk.createCannedReply, async (call) => ({
    canned_reply: await createCannedReply(call.body, actorOf(call)),
  })),
  serve(adminDesk.updateCannedReply, async (call) => ({
    canned_reply: await updateCannedReply(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminDesk.deleteCannedReply, async (call) => {
    await deleteCannedReply(call.params.id, actorOf(call))
    return { success: true as const }
  }),
]

/** The support desk. */
export const supportAdmin = () => [...ticketAdmin(), ...callAdmin(), ...chatAdmin(), ...deskAdmin()]
