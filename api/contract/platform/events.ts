import { get } from '#contract/endpoint'

/**
 * Topics of the stream. An event says that something changed but never contains the new value: the client fetches it
 * from an endpoint that checks access. `tokens`, `series` and `documents` are public; `account` covers sign-ins,
 * sessions, email and second factors; `session` means that the session has ended.
 */
export const eventNames = [
  'notifications',
  'portfolio',
  'tokens',
  'series',
  'documents',
  'verification',
  'account',
  'session',
] as const
export type EventName = (typeof eventNames)[number]

/** The topic of the public stream: market prices have changed. */
export const PRICES_TOPIC = 'prices'

export const events = {
  streamInvestorEvents: get('/events', {
    summary: 'Server-sent events: changes to the caller’s data, tokens, series and public documents',
    access: 'investor',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
  streamPrices: get('/events/prices', {
    summary: 'Server-sent events: market price updates',
    access: 'public',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
}
