import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, EditBody } from '#contract/admin-endpoint'
import { Amount, AmountField } from '#contract/amount-schema'
import { withApprovalReason } from '#contract/approval-rule'
import { get, put } from '#contract/endpoint'
import {
  MultilineText,
  NAME_MAX,
  OptionalOrEmpty,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { dateFormats } from '#shared/enums/site'
import { SiteSettings } from './site-settings.ts'

/** A lower threshold finds more unrelated people; a higher one misses more spellings. */
const ScreeningThreshold = () =>
  Type.Integer({
    minimum: 50,
    maximum: 100,
    description: 'Match score in percent from which an investor is reported as a potential watchlist match',
    errorMessage: 'Enter a whole number from 50 to 100',
  })

export const AdminSettings = Type.Object({
  ...SiteSettings.properties,
  payment_account: Type.String({ description: 'Account for subscription payments; not public' }),
  four_eyes_amount: Amount({
    description: 'Transactions and portfolio changes above this amount require dual approval',
  }),
  unverified_reservation: Amount({
    description: 'Maximum an unverified investor can reserve across all series',
  }),
  screening_threshold: ScreeningThreshold(),
  verification_target_days: Type.Integer({
    description: 'Target for deciding verifications, in business days',
  }),
  updated_at: Timestamp(),
})
export type AdminSettings = Static<typeof AdminSettings>

const ADDRESS_MAX = 500

const Color = () =>
  Type.String({
    pattern: '^#[0-9A-Fa-f]{6}$',
    maxLength: 7,
    cleaned: true,
    errorMessage: 'Enter a color as # and six hexadecimal digits, for example #f97316',
  })

export const SettingsFields = Type.Object({
  site_name: SingleLineText(NAME_MAX),
  site_description: OptionalOrEmpty(MultilineText()),
  primary_color: Color(),
  secondary_color: Color(),
  company_address: OptionalOrEmpty(MultilineText(ADDRESS_MAX)),
  payment_account: OptionalOrEmpty(MultilineText(ADDRESS_MAX)),
  four_eyes_amount: AmountField('The amount', 'not negative'),
  unverified_reservation: AmountField('The amount', 'not negative'),
  date_format: StringEnum(dateFormats),
  screening_threshold: ScreeningThreshold(),
  verification_target_days: Type.Integer({ minimum: 1, maximum: 60 }),
})

export const SettingsEdit = EditBody(SettingsFields)
export type SettingsEdit = Static<typeof SettingsEdit>

export const adminSettings = {
  get: get(adminPath('/settings'), {
    summary: 'Retrieve the site settings and their last update',
    access: 'admin:read',
    response: Type.Object({ settings: AdminSettings }),
  }),
  update: put(adminPath('/settings'), {
    summary: 'Update the site settings; public responses and colors change immediately',
    access: 'admin:administer',
    stepUp: 'payment_details',
    confirms: 'Change the payment account for investors',
    body: withApprovalReason(SettingsEdit),
    approvalRule: {
      fields: [
        'site_name',
        'site_description',
        'company_address',
        'primary_color',
        'secondary_color',
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
