import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success } from '#contract/admin-endpoint'
import { get, post, remove } from '#contract/endpoint'
import { offsetPage, Pagination } from '#contract/paging'
import { StringEnum, Timestamp } from '#contract/schema-builders'
import { accountActivityTypes } from '#shared/enums/account-events'
import { signInMethods } from '#shared/enums/factors'

const device = {
  device: Type.String({
    description: 'Browser and operating system, for example `Firefox 131 on Windows 10`; empty if unknown',
  }),
  place: Type.String({
    description: 'Location derived from the IP address, for example `Toronto, Canada`; empty if unknown',
  }),
}

/** A signed-in browser. */
export const ActiveSession = Type.Object({
  id: Type.String({ format: 'uuid' }),
  ...device,
  network: Type.String({
    description: 'IPv4 address, or /64 of the IPv6 address, used to sign in; empty if unknown',
  }),
  signed_in_with: StringEnum(['', ...signInMethods], {
    description: 'Sign-in method; empty for older sessions',
  }),
  created_at: Timestamp(),
  last_seen_at: Timestamp(),
  current: Type.Boolean({ description: 'Whether this is the session making the call' }),
})
export type ActiveSession = Static<typeof ActiveSession>

/** An investor's active session as administrators see it. Locations are in the login tracking. */
export const InvestorSession = Type.Omit(ActiveSession, ['network', 'signed_in_with'])
export type InvestorSession = Static<typeof InvestorSession>

/** Maximum sessions in one response: the calling session first, then the most recently active. */
export const SESSIONS_MAX = 100

const SessionList = Type.Object({ sessions: Type.Array(ActiveSession, { maxItems: SESSIONS_MAX }) })
const bySession = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 36,
    pattern: '^[0-9a-f-]*$',
    examples: ['0b8f3c5e-2a54-4f0e-9d0f-6f3f4a5b6c7d'],
  }),
})
/** Number of sessions that were ended. */
export const SessionsEnded = Type.Object({ ...Success.properties, ended: Type.Integer({ minimum: 0 }) })

export const AccountActivity = Type.Object({
  id: Type.String({ description: 'Unique across all kinds' }),
  kind: StringEnum(accountActivityTypes),
  at: Timestamp(),
  ...device,
  detail: Type.String(),
})
export type AccountActivity = Static<typeof AccountActivity>

/** Days of account activity that can be read. */
export const ACTIVITY_DAYS = 90
/** Maximum entries from these days that can be paged through. */
export const ACTIVITY_MAX = 1_000

/** The same endpoints for investors and for administrators. */
function describeSessions<const C extends 'investor' | 'admin:self'>(access: C, base: string) {
  const shared = { access, csrf: access === 'investor' } as const
  return {
    sessions: get(`${base}/sessions`, {
      summary: 'List active sessions of the account',
      access,
      response: SessionList,
    }),
    endSession: remove(`${base}/sessions/:id`, {
      ...shared,
      stepUp: 'recent',
      confirms: 'Sign out a device',
      summary: 'End one session',
      params: bySession,
      response: Success,
      problems: ['not_found'],
    }),
    endOthers: post(`${base}/sessions/end-others`, {
      ...shared,
      stepUp: 'recent',
      confirms: 'Sign out of other devices',
      summary: 'End all sessions except the current one',
      response: SessionsEnded,
    }),
  }
}

export const ownSessions = describeSessions('investor', '/user')
export const adminSessions = describeSessions('admin:self', adminPath('/profile'))

export const accountActivity = {
  activity: get('/user/activity', {
    summary: `Successful and failed sign-ins and account changes in the last ${ACTIVITY_DAYS} days, newest first`,
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
