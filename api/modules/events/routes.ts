import { Elysia } from 'elysia'
import { events } from '#contract/events'
import { apiHeaders } from '#plugins/answers'
import { serve } from '#plugins/serve'
import { openEventStream } from './service.ts'

/** What an investor hears while signed in. */
export const eventRoutes = () =>
  new Elysia({ name: 'events' }).use(
    serve(events.stream, ({ caller, request, requestId }) => {
      const headers = {
        ...apiHeaders(requestId),
        'content-type': events.stream.answer.raw,
        'cache-control': 'no-store',
        // nginx would hold messages back until a buffer is full.
        'x-accel-buffering': 'no',
      }
      return new Response(request.method === 'HEAD' ? null : openEventStream(caller), { headers })
    }),
  )
