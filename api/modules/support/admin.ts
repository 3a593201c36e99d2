import { Elysia } from 'elysia'
import { adminSupport } from '#contract/admin-support'
import { Problem } from '#contract/problem'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { exportCalls, listCalls, readCall, setCallStatus } from './admin-calls.ts'
import {
  answerChat,
  exportChats,
  listChats,
  readChatSession,
  setChatStatus,
  setChatsStatus,
} from './admin-chats.ts'
import { exportTickets, listTickets, readTicket, replyToTicket, setTicketStatus } from './admin-tickets.ts'

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Problem('not_found', 'There is nothing with this id.')
  return row
}

const ticketAdmin = () =>
  new Elysia({ name: 'ticket-admin' })
    .use(serve(adminSupport.tickets, ({ query }) => listTickets(query)))
    .use(serveExport(adminSupport.exportTickets, 'tickets', ({ query }) => exportTickets(query)))
    .use(serve(adminSupport.ticket, ({ params }) => readTicket(params.id)))
    .use(
      serve(adminSupport.setTicket, async (call) => {
        const { status, updated_at } = call.body
        const tickets = await setTicketStatus({ ids: [call.params.id], status }, actorOf(call), updated_at)
        return { ticket: only(tickets) }
      }),
    )
    .use(
      serve(adminSupport.setTickets, async (call) => ({
        updated: (await setTicketStatus(call.body, actorOf(call))).length,
      })),
    )
    .use(serve(adminSupport.reply, (call) => replyToTicket(call.params.id, call.body, actorOf(call))))

const callAdmin = () =>
  new Elysia({ name: 'call-admin' })
    .use(serve(adminSupport.calls, ({ query }) => listCalls(query)))
    .use(serveExport(adminSupport.exportCalls, 'calls', ({ query }) => exportCalls(query)))
    .use(serve(adminSupport.call, ({ params }) => readCall(params.id)))
    .use(
      serve(adminSupport.setCall, async (call) => {
        const { status, updated_at } = call.body
        const calls = await setCallStatus({ ids: [call.params.id], status }, actorOf(call), updated_at)
        return { call_schedule: only(calls) }
      }),
    )
    .use(
      serve(adminSupport.setCalls, async (call) => ({
        updated: (await setCallStatus(call.body, actorOf(call))).length,
      })),
    )

const chatAdmin = () =>
  new Elysia({ name: 'chat-admin' })
    .use(serve(adminSupport.chats, ({ query }) => listChats(query)))
    .use(serveExport(adminSupport.exportChats, 'chats', ({ query }) => exportChats(query)))
    .use(serve(adminSupport.chat, ({ params }) => readChatSession(params.session_id)))
    .use(
      serve(adminSupport.setChat, async (call) => ({
        chat_session: await setChatStatus(call.params.session_id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminSupport.setChats, async (call) => ({
        updated: (await setChatsStatus(call.body, actorOf(call))).length,
      })),
    )
    .use(
      serve(adminSupport.answerChat, async (call) => ({
        message: await answerChat(call.params.session_id, call.body, actorOf(call)),
      })),
    )

/** The support desk. */
export const supportAdmin = () =>
  new Elysia({ name: 'support-admin' }).use(ticketAdmin()).use(callAdmin()).use(chatAdmin())
