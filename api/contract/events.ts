import { get } from './endpoint.ts'

/**
 * What the stream tells. A message says that something changed and never what: the listener reads it
 * where it is guarded. `tokens` and `documents` are those that every investor sees; `session` means that the session
 * has ended.
 */
export const eventNames = ['notifications', 'portfolio', 'tokens', 'documents', 'session'] as const
export type EventName = (typeof eventNames)[number]

/** What the public stream tells: prices of real markets have changed. */
export const PRICES = 'prices'

export const events = {
  stream: get('/events', {
    summary: 'Server-sent events: changes of what the bearer owns, and of tokens and public documents',
    access: 'investor',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
  prices: get('/events/prices', {
    summary: 'Server-sent events: prices of real markets have changed',
    access: 'public',
    response: { raw: 'text/event-stream; charset=utf-8' },
  }),
}
