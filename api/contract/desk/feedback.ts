/** The satisfaction rating of a ticket or chat, and the measured response times. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post } from '#contract/endpoint'
import { MultilineText, Nullable, OptionalOrEmpty, StringEnum, Timestamp } from '#contract/schema-builders'

/** The page that the survey link opens, with the token in its fragment. */
export const FEEDBACK_PATH = '/access/feedback'

export const FeedbackBody = Type.Object({
  token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', errorMessage: 'This link is incomplete' }),
  score: Type.Integer({ minimum: 1, maximum: 5, errorMessage: 'Select a rating from 1 to 5' }),
  text: OptionalOrEmpty(MultilineText(1000)),
})
export type FeedbackBody = Static<typeof FeedbackBody>

export const supportItemTypes = ['ticket', 'call', 'chat'] as const

const ResponseTime = Type.Object({
  kind: StringEnum(supportItemTypes),
  department: Type.String({ description: 'Responding department' }),
  cases: Type.Integer({ description: 'Number of cases received and answered in the period' }),
  median_minutes: Nullable(Type.Integer(), {
    description: 'Median response time, elapsed; null if there are too few cases',
  }),
})
export type ResponseTime = Static<typeof ResponseTime>

export const ResponseTimes = Type.Object({
  period_days: Type.Integer(),
  cases_min: Type.Integer({ description: 'Minimum number of cases for a published time' }),
  measured_at: Timestamp(),
  response_times: Type.Array(ResponseTime),
})
export type ResponseTimes = Static<typeof ResponseTimes>

export const feedback = {
  send: post('/support/feedback', {
    summary: 'Submit a satisfaction rating from an emailed link; valid once, for 30 days',
    access: 'public',
    limit: 'link_use',
    body: FeedbackBody,
    response: Type.Object({ success: Type.Literal(true) }),
  }),
  responseTimes: get('/support/response-times', {
    summary: 'Measured response times over the last 90 days',
    access: 'public',
    cache: { maxAge: 300, staleWhileRevalidate: 3600 },
    response: ResponseTimes,
  }),
}
