/** What an investor takes along, and how an account is closed by its owner. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { exportStates } from '#shared/enums/accounts'
import { get, post, remove } from './endpoint.ts'
import { Nullable, OneOf, Timestamp } from './schema.ts'
import { Password } from './session.ts'

/** Hours for which an export can be downloaded. */
export const EXPORT_HOURS = 24

/** The page where an investor finds the export, and closes the account. */
export const DATA_PAGE = '/access/settings/data'

const Export = Type.Object({
  state: OneOf(['none', ...exportStates] as const),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent' }),
  url: Nullable(Type.String({ examples: ['/api/v1/user/export/file'] }), {
    description: 'Of the file, for a call with the bearer of its owner; null until it is ready',
  }),
  expires_at: Nullable(Timestamp()),
})
export type Export = Static<typeof Export>

const Success = Type.Object({ success: Type.Literal(true) })

export const accountExport = {
  request: post('/user/export', {
    summary: 'Begins an export of all data kept of the investor; one at a time, in place of an earlier one',
    access: 'investor',
    csrf: true,
    stepUp: true,
    confirms: 'Export all data kept of you',
    status: 202,
    body: Type.Optional(Type.Object({})),
    response: Type.Object({ export: Export }),
    problems: ['conflict'],
  }),
  read: get('/user/export', {
    summary: 'How far the export is, and where its file is',
    access: 'investor',
    response: Type.Object({ export: Export }),
  }),
  download: get('/user/export/file', {
    summary: `The export as a ZIP file, for ${EXPORT_HOURS} hours after it was made`,
    access: 'investor',
    stepUp: true,
    confirms: 'Download the file with your data',
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
    description: 'What has stopped the closing, such as units held again; empty while nothing is in the way',
  }),
})
export type Closure = Static<typeof Closure>

export const accountClosure = {
  read: get('/user/closure', {
    summary: 'The closing of the account that waits, and what stands in its way now',
    access: 'investor',
    response: Type.Object({
      closure: Nullable(Closure),
      waits_days: Type.Number({ description: 'Days between the request and the closing' }),
      obstacle: Type.String({
        description: 'Why the account cannot be closed now, and what to do first; empty while it can be',
        examples: [
          'Your account cannot be closed while it has cash of 1,250.00 USD. Ask our team to pay out the cash first.',
        ],
      }),
    }),
  }),
  request: post('/user/closure', {
    summary:
      'Begins to close the account; refused while there are units, open subscriptions or cash. It can be cancelled until it is closed',
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
    summary: 'Keeps the account open',
    access: 'investor',
    csrf: true,
    response: Success,
    problems: ['not_found'],
  }),
}
