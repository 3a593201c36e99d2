import { type AdminSettings, adminSettings, SettingsFields } from '#contract/admin-settings'
import { fieldRules } from '#contract/schema'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { changesOf, type RowFormOptions, type Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { formatDate } from '#core/format/format'
import { dateFormats } from '#shared/enums/site'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { saidReason } from '#site/admin/form/said-reason.ts'

export type SettingsValues = Record<
  | 'site_name'
  | 'site_description'
  | 'primary_color'
  | 'secondary_color'
  | 'company_address'
  | 'payment_account'
  | 'four_eyes_amount'
  | 'unverified_reservation'
  | 'date_format'
  | 'screening_threshold'
  | 'verification_target_days'
  | 'reason',
  string
>

type SettingName = Exclude<keyof SettingsValues, 'reason'>

export const labels: Record<SettingName, string> = {
  site_name: 'Site name',
  site_description: 'Site description',
  primary_color: 'Primary color',
  secondary_color: 'Secondary color',
  company_address: 'Company address',
  payment_account: 'Payment account',
  four_eyes_amount: 'Amount that needs two administrators',
  unverified_reservation: 'Reservation limit before verification',
  date_format: 'Date format',
  screening_threshold: 'Screening threshold in percent',
  verification_target_days: 'Target for verifications',
}

/** The settings, in the order of the form. */
export const settingNames = Object.keys(labels) as SettingName[]

/** Bounds of a field, as the server has them. */
export const rulesOf = (name: SettingName) => ({
  maxLength: fieldRules(SettingsFields, name).maxLength,
})

/** The date formats, each with `day` as an example. */
export const formatOptions = (day: string) =>
  dateFormats.map((format) => ({ value: format, label: `${format} (${formatDate(day, format)})` }))

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const read = async () => (await callAdmin(adminSettings.read)).settings

/** The site settings. */
export const { $view: $siteSettings, refresh: refreshSettings } = createAdminQuery(['admin-settings'], read)

const versionOf = ({ updated_at, ...values }: AdminSettings): Version<SettingsValues> => ({
  values: {
    ...values,
    screening_threshold: String(values.screening_threshold),
    verification_target_days: String(values.verification_target_days),
    reason: '',
  },
  updatedAt: updated_at,
})

const bodyOf = ({ reason: _, ...values }: SettingsValues) => ({
  ...values,
  verification_target_days: Number(values.verification_target_days),
  date_format: values.date_format as AdminSettings['date_format'],
  four_eyes_amount: readDecimal(values.four_eyes_amount) ?? '',
  unverified_reservation: readDecimal(values.unverified_reservation) ?? '',
  screening_threshold: Number(values.screening_threshold),
})

/** Whether one of the fields differs that a second administrator approves. */
export const needsSecond = (values: SettingsValues, stored: AdminSettings): boolean => {
  const before = versionOf(stored).values
  const fields = adminSettings.update.twoPairs?.fields ?? []
  return fields.some((name) => values[name as SettingName] !== before[name as SettingName])
}

/** The form of the settings. */
export const settingsForm = (row: AdminSettings): RowFormOptions<SettingsValues, AdminSettings> => ({
  initial: versionOf(row),
  check: ({
    site_name,
    primary_color,
    secondary_color,
    four_eyes_amount,
    unverified_reservation,
    screening_threshold,
    verification_target_days: days,
  }) => ({
    ...(!(/^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= 60) && {
      verification_target_days: 'Enter a whole number from 1 to 60',
    }),
    ...(site_name.trim() === '' && { site_name: 'Site name is required' }),
    ...(readDecimal(four_eyes_amount) === undefined && {
      four_eyes_amount: 'Enter an amount such as 10000.00',
    }),
    ...(readDecimal(unverified_reservation) === undefined && {
      unverified_reservation: 'Enter an amount such as 10000.00',
    }),
    ...(!isColor(primary_color) && { primary_color: 'Enter a color such as #f97316' }),
    ...(!isColor(secondary_color) && { secondary_color: 'Enter a color such as #ea580c' }),
    ...(!/^([5-9]\d|100)$/.test(screening_threshold.trim()) && {
      screening_threshold: 'Enter a whole number from 50 to 100',
    }),
  }),
  failure: 'Failed to update settings: {reason}',
  save: async (values, { updatedAt, base }) => {
    // Only what has changed: the payment account is asked to be confirmed.
    const changes = changesOf(bodyOf(base), bodyOf(values))
    const body = { ...changes, ...saidReason(values.reason), updated_at: updatedAt }
    return (await callAdmin(adminSettings.update, { body })).settings
  },
  readLastChange: readLastChange({ entity: 'settings' }),
  reread: async () => versionOf(await read()),
})
