import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { roles } from '#shared/enums/accounts'
import { AdminPagination, adm, csvFile, Done, ListQuery } from './admin.ts'
import { get, remove } from './endpoint.ts'
import { Id, OneOf, Timestamp } from './schema.ts'

/** An attempt to sign in. */
export const LoginRecord = Type.Object({
  id: Id(),
  role: OneOf(roles),
  user_id: Type.Union([Id(), Type.Null()], { description: 'Null for administrators and unknown names' }),
  email: Type.String({ description: 'As typed; may be the user name of an administrator' }),
  success: Type.Boolean(),
  failure_reason: Type.String({ description: 'Empty after a success' }),
  ip_address: Type.String(),
  device_info: Type.Object({ browser: Type.String(), os: Type.String() }),
  location: Type.Object({ city: Type.String(), country: Type.String() }),
  country_code: Type.String({ description: 'ISO 3166-1 alpha-2, empty when unknown' }),
  login_time: Timestamp(),
})
export type LoginRecord = Static<typeof LoginRecord>

export const CountryCount = Type.Object({
  country: Type.String({ description: 'Empty when unknown' }),
  country_code: Type.String(),
  attempts: Type.Integer(),
  failed: Type.Integer(),
})
export type CountryCount = Static<typeof CountryCount>

/** The limits the screen offers; any number within the bounds is accepted. */
export const loginLimits = [50, 100, 200, 500] as const
export const LOGIN_LIMIT = 100
export const LOGIN_DAYS = 7

export const loginOutcomes = ['all', 'success', 'failed'] as const

const filters = {
  days: Type.Integer({ minimum: 1, maximum: 365, default: LOGIN_DAYS }),
  user_id: Type.Optional(Id()),
  outcome: OneOf(loginOutcomes, { default: 'all' }),
}

const params = Type.Object({ id: Id() })

export const adminLoginRecords = {
  list: get(adm('/login-tracking/records'), {
    summary:
      'Sign-in attempts of the last days; search covers name, IP address, place and device. Countries count all of them',
    access: 'admin:read',
    query: ListQuery(['-login_time', 'email', 'country', 'ip_address'], filters, LOGIN_LIMIT),
    response: Type.Object({
      records: Type.Array(LoginRecord),
      countries: Type.Array(CountryCount),
      pagination: AdminPagination,
    }),
  }),
  remove: remove(adm('/login-tracking/records/:id'), {
    summary: 'Deletes the record of an attempt; the audit log keeps what it said',
    access: 'admin:administer',
    params,
    response: Done,
    problems: ['not_found'],
  }),
  exportCsv: get(
    adm('/login-tracking/export'),
    csvFile('admin:read', 'The attempts, newest first,', filters),
  ),
}
