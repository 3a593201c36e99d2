import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery, Success } from '#contract/admin-endpoint'
import { get, remove } from '#contract/endpoint'
import { Id, StringEnum, Timestamp } from '#contract/schema-builders'
import { accountRealms } from '#shared/enums/accounts'

/** A sign-in attempt. */
export const SignInRecord = Type.Object({
  id: Id(),
  role: StringEnum(accountRealms),
  user_id: Type.Union([Id(), Type.Null()], { description: 'Null for administrators and unknown names' }),
  email: Type.String({ description: 'As entered; may be an administrator username' }),
  success: Type.Boolean(),
  failure_reason: Type.String({ description: 'Empty after a success' }),
  ip_address: Type.String(),
  device_info: Type.Object({ browser: Type.String(), os: Type.String() }),
  location: Type.Object({ city: Type.String(), country: Type.String() }),
  country_code: Type.String({ description: 'ISO 3166-1 alpha-2, empty when unknown' }),
  login_time: Timestamp(),
})
export type SignInRecord = Static<typeof SignInRecord>

export const CountryCount = Type.Object({
  country: Type.String({ description: 'Empty when unknown' }),
  country_code: Type.String(),
  attempts: Type.Integer(),
  failed: Type.Integer(),
})
export type CountryCount = Static<typeof CountryCount>

/** The limits offered on the screen; any number within the bounds is accepted. */
export const signInRecordPageSizes = [50, 100, 200, 500] as const
export const SIGN_IN_RECORD_PAGE_SIZE = 100
export const SIGN_IN_RECORD_DAYS = 7

export const signInOutcomes = ['all', 'success', 'failed'] as const

const filters = {
  days: Type.Integer({ minimum: 1, maximum: 365, default: SIGN_IN_RECORD_DAYS }),
  user_id: Type.Optional(Id()),
  outcome: StringEnum(signInOutcomes, { default: 'all' }),
}

const params = Type.Object({ id: Id() })

export const adminSignInRecords = {
  list: get(adminPath('/login-tracking/records'), {
    summary:
      'List recent sign-in attempts; search covers name, IP address, location and device. Country totals include all attempts',
    access: 'admin:read',
    query: ListQuery(['-login_time', 'email', 'country', 'ip_address'], filters, SIGN_IN_RECORD_PAGE_SIZE),
    response: Type.Object({
      records: Type.Array(SignInRecord),
      countries: Type.Array(CountryCount),
      pagination: AdminPagination,
    }),
  }),
  delete: remove(adminPath('/login-tracking/records/:id'), {
    summary: 'Delete a sign-in record; its contents remain in the audit log',
    access: 'admin:administer',
    params,
    response: Success,
    problems: ['not_found'],
  }),
  exportCsv: get(
    adminPath('/login-tracking/export'),
    csvExport('admin:read', 'Sign-in attempts, newest first,', filters),
  ),
}
