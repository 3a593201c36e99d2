import type { Caller } from '#common/access-token'
import { toActor } from '#common/audit-actor'
import { adminSupport } from '#contract/desk/admin-support'
import { adminSupportItems } from '#contract/desk/admin-support-items'
import { feedback } from '#contract/desk/feedback'
import { investorSupport } from '#contract/desk/investor-support'
import { support } from '#contract/desk/support'
import { Problem } from '#contract/problem'
import { serveCached } from '#http/cache/serve-cached'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { exportCallRequests, getCallRequest, listCallRequests, updateCallRequests } from './admin-calls.ts'
import { exportChats, getChat, listChats, replyToChat, updateChat, updateChats } from './admin-chats.ts'
import { exportTickets, getTicket, listTickets, replyToTicket, updateTickets } from './admin-tickets.ts'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-replies.ts'
import { createCallRequest, createTicket, readOpenChat, sendChatMessage } from './contact-requests.ts'
import { getSatisfaction, saveFeedback } from './feedback.ts'
import {
  createFollowUp,
  getInvestorChat,
  getInvestorTicket,
  listInvestorSupportItems,
} from './investor-support.ts'
import { mergeTicket } from './merge-tickets.ts'
import { measureResponseTimes } from './response-times.ts'
import { listAgents } from './support-items.ts'

/** The id of a signed-in investor; undefined for visitors and administrators. */
const investorOf = (caller: Caller | undefined): number | undefined =>
  caller?.role === 'investor' ? caller.id : undefined

/** Milliseconds for which measured response times are cached: they cover three months. */
const MEASURED_FOR = 300_000

/** The three support forms, and the replies to a chat. */
export const supportRoutes = () => [
  serveEndpoint(support.createTicket, ({ body, caller }) => createTicket(body, investorOf(caller))),
  serveEndpoint(support.createCallRequest, ({ body, caller }) => createCallRequest(body, investorOf(caller))),
  serveEndpoint(support.sendChatMessage, ({ body, caller }) => sendChatMessage(body, investorOf(caller))),
  serveEndpoint(support.listChatMessages, async ({ params, caller }) => ({
    messages: await readOpenChat(params.session_id, investorOf(caller)),
  })),
  serveEndpoint(feedback.send, async ({ body }) => {
    await saveFeedback(body)
    return { success: true as const }
  }),
  serveCached(feedback.responseTimes, measureResponseTimes, { maxAgeMs: MEASURED_FOR }),
]

/** What an investor has written while signed in, and follow-ups on a ticket. */
export const mySupportRoutes = () => [
  serveEndpoint(investorSupport.list, ({ caller }) => listInvestorSupportItems(caller.id)),
  serveEndpoint(investorSupport.getTicket, async ({ caller, params }) => ({
    messages: await getInvestorTicket(caller.id, params.id),
  })),
  serveEndpoint(investorSupport.createFollowUp, async ({ caller, params, body }) => ({
    message: await createFollowUp(caller.id, params.id, body),
  })),
  serveEndpoint(investorSupport.getChat, async ({ caller, params }) => ({
    messages: await getInvestorChat(caller.id, params.id),
  })),
]

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Problem('not_found', 'Item not found.')
  return row
}

const ticketAdmin = () => [
  serveEndpoint(adminSupport.listTickets, ({ query, caller }) => listTickets(query, caller.id)),
  serveExport(adminSupport.exportTickets, 'tickets', ({ query, caller }) => exportTickets(query, caller.id)),
  serveEndpoint(adminSupport.getTicket, ({ params }) => getTicket(params.id)),
  serveEndpoint(adminSupport.updateTicket, async (call) => {
    const { updated_at, ...parts } = call.body
    const tickets = await updateTickets({ ids: [call.params.id], ...parts }, toActor(call), updated_at)
    return { ticket: only(tickets) }
  }),
  serveEndpoint(adminSupport.updateTickets, async (call) => ({
    updated: (await updateTickets(call.body, toActor(call))).length,
  })),
  serveEndpoint(adminSupport.mergeTicket, async (call) => ({
    ticket: await mergeTicket(call.params.id, call.body.into, toActor(call)),
  })),
  serveEndpoint(adminSupport.replyToTicket, (call) =>
    replyToTicket(call.params.id, call.body, toActor(call)),
  ),
]

const callAdmin = () => [
  serveEndpoint(adminSupport.listCallRequests, ({ query, caller }) => listCallRequests(query, caller.id)),
  serveExport(adminSupport.exportCallRequests, 'calls', ({ query, caller }) =>
    exportCallRequests(query, caller.id),
  ),
  serveEndpoint(adminSupport.getCallRequest, ({ params }) => getCallRequest(params.id)),
  serveEndpoint(adminSupport.updateCallRequest, async (call) => {
    const { updated_at, ...parts } = call.body
    const calls = await updateCallRequests({ ids: [call.params.id], ...parts }, toActor(call), updated_at)
    return { call_schedule: only(calls) }
  }),
  serveEndpoint(adminSupport.updateCallRequests, async (call) => ({
    updated: (await updateCallRequests(call.body, toActor(call))).length,
  })),
]

const chatAdmin = () => [
  serveEndpoint(adminSupport.listChats, ({ query, caller }) => listChats(query, caller.id)),
  serveExport(adminSupport.exportChats, 'chats', ({ query, caller }) => exportChats(query, caller.id)),
  serveEndpoint(adminSupport.getChat, ({ params }) => getChat(params.session_id)),
  serveEndpoint(adminSupport.updateChat, async (call) => ({
    chat_session: await updateChat(call.params.session_id, call.body, toActor(call)),
  })),
  serveEndpoint(adminSupport.updateChats, async (call) => ({
    updated: (await updateChats(call.body, toActor(call))).length,
  })),
  serveEndpoint(adminSupport.replyToChat, async (call) => ({
    message: await replyToChat(call.params.session_id, call.body, toActor(call)),
  })),
]

const deskAdmin = () => [
  serveEndpoint(adminSupportItems.listAgents, async () => ({ agents: await listAgents() })),
  serveEndpoint(adminSupportItems.getSatisfaction, getSatisfaction),
  serveEndpoint(adminSupportItems.listCannedReplies, async () => ({
    canned_replies: await listCannedReplies(),
  })),
  serveEndpoint(adminSupportItems.createCannedReply, async (call) => ({
    canned_reply: await createCannedReply(call.body, toActor(call)),
  })),
  serveEndpoint(adminSupportItems.updateCannedReply, async (call) => ({
    canned_reply: await updateCannedReply(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminSupportItems.deleteCannedReply, async (call) => {
    await deleteCannedReply(call.params.id, toActor(call))
    return { success: true as const }
  }),
]

/** Support, as the team handles it. */
export const supportAdmin = () => [...ticketAdmin(), ...callAdmin(), ...chatAdmin(), ...deskAdmin()]
