import { adminEvents } from '#contract/admin-events'
import { events } from '#contract/events'
import { serve } from '#http/pipeline/serve'
import { sendEventStream } from './http-stream.ts'
import { openEventStream, openPanelStream, openPriceStream } from './service.ts'

/** The events of signed-in investors, and the public ones. */
export const eventRoutes = () => [
  serve(events.stream, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openEventStream(caller)),
  ),
  serve(events.prices, ({ address, request, requestId }) =>
    sendEventStream(request, requestId, () => openPriceStream(address)),
  ),
]

/** The events of signed-in administrators. */
export const eventAdmin = () => [
  serve(adminEvents.stream, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openPanelStream(caller)),
  ),
]
