import { Elysia } from 'elysia'
import { events } from '#contract/events'
import { apiHeaders } from '#plugins/answers'
import { serve } from '#plugins/serve'
import { openEventStream, openPriceStream } from './service.ts'

const respond = (request: Request, requestId: string, open: () => ReadableStream<Uint8Array>) => {
  const headers = {
    ...apiHeaders(requestId),
    'content-type': events.stream.answer.raw,
    'cache-control': 'no-store',
    // nginx would hold messages back until a buffer is full.
    'x-accel-buffering': 'no',
  }
  return new Response(request.method === 'HEAD' ? null : open(), { headers })
}

/** What an investor hears while signed in, and what everybody may hear. */
export const eventRoutes = () =>
  new Elysia({ name: 'events' })
    .use(
      serve(events.stream, ({ caller, request, requestId }) =>
        respond(request, requestId, () => openEventStream(caller)),
      ),
    )
    .use(
      serve(events.prices, ({ address, request, requestId }) =>
        respond(request, requestId, () => openPriceStream(address)),
      ),
    )
