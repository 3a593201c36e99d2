/** The answer to how satisfied somebody was with a ticket or chat, and the measured times of answers. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from './endpoint.ts'
import { Maybe, Nullable, OneOf, Text, Timestamp } from './schema.ts'

/** The page of the link, with the token in its fragment. */
export const FEEDBACK_PAGE = '/access/feedback'

export const FeedbackBody = Type.Object({
  token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', says: 'This link is not complete' }),
  score: Type.Integer({ minimum: 1, maximum: 5, says: 'Choose 1 to 5' }),
  text: Maybe(Text(1000)),
})
export type FeedbackBody = Static<typeof FeedbackBody>

export const responseKinds = ['ticket', 'call', 'chat'] as const

const ResponseTime = Type.Object({
  kind: OneOf(responseKinds),
  department: Type.String({ description: 'Who answers' }),
  cases: Type.Integer({ description: 'What arrived in the period and was answered' }),
  median_minutes: Nullable(Type.Integer(), {
    description: 'Half were answered within this time, by the clock; null with too few cases',
  }),
})
export type ResponseTime = Static<typeof ResponseTime>

export const ResponseTimes = Type.Object({
  period_days: Type.Integer(),
  cases_min: Type.Integer({ description: 'Cases below which no time is given' }),
  measured_at: Timestamp(),
  response_times: Type.Array(ResponseTime),
})
export type ResponseTimes = Static<typeof ResponseTimes>

export const feedback = {
  send: post('/support/feedback', {
    summary: 'Stores the answer of a link that was mailed after closing; works once, for 30 days',
    access: 'public',
    limit: 'link_use',
    body: FeedbackBody,
    response: Type.Object({ success: Type.Literal(true) }),
  }),
  responseTimes: get('/support/response-times', {
    summary: 'How fast the team answered in the last 90 days, as measured',
    access: 'public',
    cache: { maxAge: 300, staleWhileRevalidate: 3600 },
    response: ResponseTimes,
  }),
}
