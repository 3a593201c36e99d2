import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { activityKinds } from '#shared/enums/account-events'
import { signInMethods } from '#shared/enums/factors'
import { adm, Done } from './admin.ts'
import { get, post, remove } from './endpoint.ts'
import { offsetPage, Pagination } from './paging.ts'
import { OneOf, Timestamp } from './schema.ts'

const device = {
  device: Type.String({
    description: 'As the browser names itself, such as `Firefox 131 on Windows 10`; empty when unknown',
  }),
  place: Type.String({
    description: 'Looked up by the IP address, such as `Toronto, Canada`; empty when unknown',
  }),
}

/** A browser that is signed in. */
export const OpenSession = Type.Object({
  id: Type.String({ format: 'uuid' }),
  ...device,
  network: Type.String({
    description:
      'The IPv4 address, or the /64 of the IPv6 address, that it signed in from; empty when unknown',
  }),
  signed_in_with: OneOf(['', ...signInMethods], {
    description: 'How it was signed in; empty for sessions from before this was stored',
  }),
  created_at: Timestamp(),
  last_seen_at: Timestamp(),
  current: Type.Boolean({ description: 'It made this call' }),
})
export type OpenSession = Static<typeof OpenSession>

/** An open session of an investor as administrators see it: who signs in from where is in login tracking. */
export const OpenSessionOfInvestor = Type.Omit(OpenSession, ['network', 'signed_in_with'])
export type OpenSessionOfInvestor = Static<typeof OpenSessionOfInvestor>

/** Most sessions in one response: the one that calls, then those seen last. */
export const SESSIONS_MAX = 100

const SessionList = Type.Object({ sessions: Type.Array(OpenSession, { maxItems: SESSIONS_MAX }) })
const bySession = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 36,
    pattern: '^[0-9a-f-]*$',
    examples: ['0b8f3c5e-2a54-4f0e-9d0f-6f3f4a5b6c7d'],
  }),
})
/** How many sessions were ended. */
export const Ended = Type.Object({ ...Done.properties, ended: Type.Integer({ minimum: 0 }) })

export const AccountActivity = Type.Object({
  id: Type.String({ description: 'Unique among the kinds' }),
  kind: OneOf(activityKinds),
  at: Timestamp(),
  ...device,
  detail: Type.String(),
})
export type AccountActivity = Static<typeof AccountActivity>

/** Days that the activity of an account goes back. */
export const ACTIVITY_DAYS = 90
/** Most entries of these days that can be paged through. */
export const ACTIVITY_MAX = 1_000

/** The same calls for investors and for administrators. */
function describeSessions<const C extends 'investor' | 'admin:self'>(access: C, base: string) {
  const shared = { access, csrf: access === 'investor' } as const
  return {
    sessions: get(`${base}/sessions`, {
      summary: 'The browsers that are signed in to the account',
      access,
      response: SessionList,
    }),
    endSession: remove(`${base}/sessions/:id`, {
      ...shared,
      stepUp: 'recent',
      confirms: 'Sign out a browser',
      summary: 'Signs one browser out',
      params: bySession,
      response: Done,
      problems: ['not_found'],
    }),
    endOthers: post(`${base}/sessions/end-others`, {
      ...shared,
      stepUp: 'recent',
      confirms: 'Sign out all other browsers',
      summary: 'Signs all browsers out except the one that calls',
      response: Ended,
    }),
  }
}

export const ownSessions = describeSessions('investor', '/user')
export const adminSessions = describeSessions('admin:self', adm('/profile'))

export const accountActivity = {
  activity: get('/user/activity', {
    summary: `Sign-ins, failed ones and changes of the account in the last ${ACTIVITY_DAYS} days, newest first`,
    access: 'investor',
    query: Type.Object({
      ...offsetPage,
      offset: Type.Integer({ minimum: 0, maximum: ACTIVITY_MAX, default: 0 }),
    }),
    response: Type.Object({
      activity: Type.Array(AccountActivity, { maxItems: 100 }),
      pagination: Pagination,
    }),
  }),
}
