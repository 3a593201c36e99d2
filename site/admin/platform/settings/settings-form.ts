import { type AdminSettings, adminSettings, SettingsFields } from '#contract/platform/admin-settings'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { type FormVersion, getChangedFields, type RowFormOptions } from '#core/form/row-form'
import { formatDate } from '#core/format/format'
import { parseDecimal } from '#core/format/parse-decimal'
import { dateFormats } from '#shared/enums/site'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'

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

export const settingLabels: Record<SettingName, string> = {
  site_name: 'Site name',
  site_description: 'Site description',
  primary_color: 'Primary color',
  secondary_color: 'Secondary color',
  company_address: 'Company address',
  payment_account: 'Payment account',
  four_eyes_amount: 'Dual approval threshold',
  unverified_reservation: 'Reservation limit before verification',
  date_format: 'Date format',
  screening_threshold: 'Screening match threshold (%)',
  verification_target_days: 'Verification target',
}

/** The settings, in form order. */
export const settingNames = Object.keys(settingLabels) as SettingName[]

/** Field limits, as on the server. */
export const getSettingFieldRules = (name: SettingName) => ({
  maxLength: getFieldRules(SettingsFields, name).maxLength,
})

/** The date formats, each with `day` as an example. */
export const listDateFormatOptions = (day: string) =>
  dateFormats.map((format) => ({ value: format, label: `${format} (${formatDate(day, format)})` }))

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const read = async () => (await callAdminApi(adminSettings.get)).settings

/** The site settings. */
export const { $view: $siteSettings, refresh: refreshSettings } = createAdminQuery(['admin-settings'], read)

const versionOf = ({ updated_at, ...values }: AdminSettings): FormVersion<SettingsValues> => ({
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
  four_eyes_amount: parseDecimal(values.four_eyes_amount) ?? '',
  unverified_reservation: parseDecimal(values.unverified_reservation) ?? '',
  screening_threshold: Number(values.screening_threshold),
})

/** Whether a changed field needs a second administrator's approval. */
export const needsSecond = (values: SettingsValues, stored: AdminSettings): boolean => {
  const before = versionOf(stored).values
  const fields = adminSettings.update.approvalRule?.fields ?? []
  return fields.some((name) => values[name as SettingName] !== before[name as SettingName])
}

/** The form of the settings. */
export const createSettingsForm = (row: AdminSettings): RowFormOptions<SettingsValues, AdminSettings> => ({
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
    ...(parseDecimal(four_eyes_amount) === undefined && {
      four_eyes_amount: 'Enter an amount, for example 10000.00',
    }),
    ...(parseDecimal(unverified_reservation) === undefined && {
      unverified_reservation: 'Enter an amount, for example 10000.00',
    }),
    ...(!isColor(primary_color) && { primary_color: 'Enter a color, for example #f97316' }),
    ...(!isColor(secondary_color) && { secondary_color: 'Enter a color, for example #ea580c' }),
    ...(!/^([5-9]\d|100)$/.test(screening_threshold.trim()) && {
      screening_threshold: 'Enter a whole number from 50 to 100',
    }),
  }),
  failure: 'Failed to update settings: {reason}',
  save: async (values, { updatedAt, base }) => {
    // Only the changes are sent, because the payment account needs confirmation.
    const changes = getChangedFields(bodyOf(base), bodyOf(values))
    const body = { ...changes, ...toReasonPayload(values.reason), updated_at: updatedAt }
    return (await callAdminApi(adminSettings.update, { body })).settings
  },
  readLastChange: getLastChange({ entity: 'settings' }),
  reread: async () => versionOf(await read()),
})
