import { adminEvents } from '#contract/platform/admin-events'
import { events } from '#contract/platform/events'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { sendEventStream } from './event-stream-response.ts'
import { openAdminEventStream, openEventStream, openPriceStream } from './live-events.ts'

/** The events of signed-in investors, and the public ones. */
export const eventRoutes = () => [
  serveEndpoint(events.streamInvestorEvents, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openEventStream(caller)),
  ),
  serveEndpoint(events.streamPrices, ({ address, request, requestId }) =>
    sendEventStream(request, requestId, () => openPriceStream(address)),
  ),
]

/** The events of signed-in administrators. */
export const eventAdmin = () => [
  serveEndpoint(adminEvents.streamAdminEvents, ({ caller, request, requestId }) =>
    sendEventStream(request, requestId, () => openAdminEventStream(caller)),
  ),
]
