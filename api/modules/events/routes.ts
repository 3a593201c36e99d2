import { Elysia } from 'elysia'
import { events } from '#contract/events'
import { serve } from '#plugins/serve'
import { sendEventStream } from './send.ts'
import { openEventStream, openPriceStream } from './service.ts'

/** What an investor hears while signed in, and what everybody may hear. */
export const eventRoutes = () =>
  new Elysia({ name: 'events' })
    .use(
      serve(events.stream, ({ caller, request, requestId }) =>
        sendEventStream(request, requestId, () => openEventStream(caller)),
      ),
    )
    .use(
      serve(events.prices, ({ address, request, requestId }) =>
        sendEventStream(request, requestId, () => openPriceStream(address)),
      ),
    )
