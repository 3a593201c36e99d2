/** Export of an investor's data, and closing of an account by its owner. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, post, remove } from '#contract/endpoint'
import { Password } from '#contract/identity/session'
import { Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { exportStatuses } from '#shared/enums/accounts'

/** Hours for which an export can be downloaded. */
export const EXPORT_LIFETIME_HOURS = 24

/** The page where investors download the export and close the account. */
export const DATA_SETTINGS_PATH = '/access/settings/data'

const Export = Type.Object({
  state: StringEnum(['none', ...exportStatuses] as const),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent' }),
  url: Nullable(Type.String({ examples: ['/api/v1/user/export/file'] }), {
    description: 'Download URL; requires the access token of the owner. Null until the export is ready',
  }),
  expires_at: Nullable(Timestamp()),
})
export type DataExport = Static<typeof Export>

const Success = Type.Object({ success: Type.Literal(true) })

export const accountExport = {
  request: post('/user/export', {
    summary: 'Start an export of all data held about the investor; replaces any earlier export',
    access: 'investor',
    csrf: true,
    stepUp: true,
    confirms: 'Export your data',
    status: 202,
    body: Type.Optional(Type.Object({})),
    response: Type.Object({ export: Export }),
    problems: ['conflict'],
  }),
  get: get('/user/export', {
    summary: 'Export progress and download URL',
    access: 'investor',
    response: Type.Object({ export: Export }),
  }),
  download: get('/user/export/file', {
    summary: `Download the export as a ZIP file; available for ${EXPORT_LIFETIME_HOURS} hours`,
    access: 'investor',
    stepUp: true,
    confirms: 'Download your data export',
    limit: 'export',
    response: { raw: 'application/zip' },
    problems: ['not_found'],
  }),
}

export const CloseAccountBody = Type.Object({ current_password: Password() })
export type CloseAccountBody = Static<typeof CloseAccountBody>

const Closure = Type.Object({
  closes_at: Timestamp(),
  obstacle: Type.String({
    description: 'Reason why closure is blocked, such as units held; empty if none',
  }),
})
export type AccountClosure = Static<typeof Closure>

export const accountClosure = {
  get: get('/user/closure', {
    summary: 'Pending account closure, and what currently prevents it',
    access: 'investor',
    response: Type.Object({
      closure: Nullable(Closure),
      waits_days: Type.Number({ description: 'Days between request and closure' }),
      obstacle: Type.String({
        description: 'Why the account cannot be closed now, and what to do first; empty if it can be closed',
        examples: [
          'Your account cannot be closed while it has a cash balance of 1,250.00 USD. Ask our team to pay out the cash.',
        ],
      }),
    }),
  }),
  request: post('/user/closure', {
    summary:
      'Request account closure; rejected while the account has units, open subscriptions or cash. Can be cancelled until the account is closed',
    access: 'investor',
    csrf: true,
    stepUp: true,
    confirms: 'Close your account',
    status: 202,
    body: CloseAccountBody,
    response: Type.Object({ closes_at: Timestamp() }),
    problems: ['conflict', 'locked'],
  }),
  cancel: remove('/user/closure', {
    summary: 'Cancel account closure',
    access: 'investor',
    csrf: true,
    response: Success,
    problems: ['not_found'],
  }),
}
