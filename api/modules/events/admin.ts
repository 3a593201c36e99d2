import { Elysia } from 'elysia'
import { adminEvents } from '#contract/admin-events'
import { serve } from '#plugins/serve'
import { sendEventStream } from './send.ts'
import { openPanelStream } from './service.ts'

/** What an administrator hears while signed in. */
export const eventAdmin = () =>
  new Elysia({ name: 'event-admin' }).use(
    serve(adminEvents.stream, ({ caller, request, requestId }) =>
      sendEventStream(request, requestId, () => openPanelStream(caller)),
    ),
  )
