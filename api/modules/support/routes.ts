import { Elysia } from 'elysia'
import { support } from '#contract/support'
import { serve } from '#plugins/serve'
import { openTicket, readChat, requestCall, sendChatMessage } from './service.ts'

/** The three ways visitors write to us, and the replies to a chat. */
export const supportRoutes = () =>
  new Elysia({ name: 'support' })
    .use(serve(support.openTicket, ({ body }) => openTicket(body)))
    .use(serve(support.requestCall, ({ body }) => requestCall(body)))
    .use(serve(support.sendChat, ({ body }) => sendChatMessage(body)))
    .use(serve(support.readChat, async ({ params }) => ({ messages: await readChat(params.session_id) })))
