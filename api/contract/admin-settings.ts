import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { dateFormats } from '#shared/enums/site'
import { adm, EditOf } from './admin.ts'
import { Amount, AmountIn } from './amounts.ts'
import { get, put } from './endpoint.ts'
import { Line, Maybe, NAME_MAX, OneOf, Text, Timestamp } from './schema.ts'
import { SiteSettings } from './site-settings.ts'
import { withReason } from './two-pairs.ts'

/** Lower finds more people who are others, higher misses more spellings. */
const ScreeningThreshold = () =>
  Type.Integer({
    minimum: 50,
    maximum: 100,
    description: 'Percent from which an investor and a name of the screening list are taken for one person',
    says: 'Enter a whole number from 50 to 100',
  })

export const AdminSettings = Type.Object({
  ...SiteSettings.properties,
  payment_account: Type.String({ description: 'To which approved subscriptions are paid; not public' }),
  four_eyes_amount: Amount({
    description: 'Transactions and changes of portfolios above it need a second administrator',
  }),
  unverified_reservation: Amount({
    description: 'What an investor who is not verified can reserve at most, over all series',
  }),
  screening_threshold: ScreeningThreshold(),
  verification_target_days: Type.Integer({ description: 'Business days in which a verification is decided' }),
  updated_at: Timestamp(),
})
export type AdminSettings = Static<typeof AdminSettings>

const ADDRESS_MAX = 500

const Color = () =>
  Type.String({
    pattern: '^#[0-9A-Fa-f]{6}$',
    maxLength: 7,
    cleaned: true,
    says: 'Enter a colour as # and six hexadecimal digits, such as #f97316',
  })

export const SettingsFields = Type.Object({
  site_name: Line(NAME_MAX),
  site_description: Maybe(Text()),
  primary_color: Color(),
  secondary_color: Color(),
  company_address: Maybe(Text(ADDRESS_MAX)),
  payment_account: Maybe(Text(ADDRESS_MAX)),
  four_eyes_amount: AmountIn('The amount', 'not negative'),
  unverified_reservation: AmountIn('The amount', 'not negative'),
  date_format: OneOf(dateFormats),
  screening_threshold: ScreeningThreshold(),
  verification_target_days: Type.Integer({ minimum: 1, maximum: 60 }),
})

export const SettingsEdit = EditOf(SettingsFields)
export type SettingsEdit = Static<typeof SettingsEdit>

export const adminSettings = {
  read: get(adm('/settings'), {
    summary: 'The site settings, with the time of their last change',
    access: 'admin:read',
    response: Type.Object({ settings: AdminSettings }),
  }),
  update: put(adm('/settings'), {
    summary: 'Changes the site settings; public responses and colours change at once',
    access: 'admin:administer',
    stepUp: 'payment_details',
    confirms: 'Change the account that investors pay to',
    body: withReason(SettingsEdit),
    twoPairs: {
      fields: [
        'payment_account',
        'four_eyes_amount',
        'unverified_reservation',
        'screening_threshold',
        'verification_target_days',
      ],
    },
    response: Type.Object({ settings: AdminSettings }),
    problems: ['stale_write'],
  }),
}
