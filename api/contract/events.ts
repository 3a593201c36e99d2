import { get } from './endpoint.ts'

/**
 * Topics of the stream. An event says that something changed and never the new value: the client fetches it where
 * access is checked. `tokens`, `series` and `documents` are the public ones; `account` is about sign-ins, sessions, the
 * email and second factors; `session` means that the session has ended.
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

/** The topic of the public stream: prices of real markets have changed. */
export const PRICES = 'prices'

export const events = {
  stream: get('/events', {
    summary: 'Server-sent events: changes of the caller’s data, of tokens, series and public documents',
    access: 'investor',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
  prices: get('/events/prices', {
    summary: 'Server-sent events: prices of real markets have changed',
    access: 'public',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
}
