import { adminEvents } from '#contract/admin-events'
import { events } from '#contract/events'
import { serve } from '#http/pipeline/serve'
import { sendEventStream } from './http-stream.ts'
import { openEventStream, openPanelStream, openPriceStream } from './service.ts'

/** What an investor hears while signed in, and what everybody may hear. */
export const eventRoutes = () => [
  serve(events.stream, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openEventStream(caller)),
  ),
  serve(events.prices, ({ address, request, requestId }) =>
    sendEventStream(request, requestId, () => openPriceStream(address)),
  ),
]

/** What an administrator hears while signed in. */
export const eventAdmin = () => [
  serve(adminEvents.stream, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openPanelStream(caller)),
  ),
]
