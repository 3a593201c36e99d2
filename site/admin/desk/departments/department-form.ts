import {
  type AdminDepartment,
  adminDepartments,
  DepartmentFields,
  publishedDepartmentFields,
} from '#contract/desk/admin-departments'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import type { FormVersion, RowFormOptions } from '#core/form/row-form'
import { formatDepartmentName } from '#core/query/desk/departments'
import { type Weekday, weekdays } from '#shared/enums/site'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'

/** The fields that visitors see, in form order. */
export const fieldNames = publishedDepartmentFields
const workFields = ['open_from', 'open_to', 'time_zone', 'first_answer_hours', 'resolution_hours'] as const
type FieldName = (typeof fieldNames)[number]
type TextName = FieldName | (typeof workFields)[number]
/** The form's texts, a check box for each day of the week, and the reason for the approver. */
export type DepartmentValues = Record<TextName | 'reason', string> & Record<Weekday, boolean>

export const dayLabels: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export const labels: Record<TextName | Weekday, string> = {
  ...dayLabels,
  open_from: 'Opens',
  open_to: 'Closes',
  time_zone: 'Time zone',
  first_answer_hours: 'First response target (hours)',
  resolution_hours: 'Resolution target (hours)',
  email: 'Email',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  telegram: 'Telegram',
  hours: 'Hours',
  description: 'Description',
}

export const hints: Partial<Record<TextName, string>> = {
  open_to: 'Enter 24:00 for end of day',
  time_zone: 'For example America/Los_Angeles or UTC',
  first_answer_hours: 'Business hours; leave blank for no target',
  resolution_hours: 'Business hours; leave blank for no target',
  whatsapp: 'Phone number or link',
  linkedin: 'https://…',
  telegram: '@username or t.me link',
}

/** Field limits, as on the server. */
export const getDepartmentFieldRules = (name: FieldName) => ({
  maxLength: getFieldRules(DepartmentFields, name).maxLength,
})

/** The title and purpose of each built-in department, as shown to visitors. */
const builtIn: Record<string, { title: string; about: string }> = {
  general: { title: 'General', about: 'Default support contact, shown in the footer of every page' },
  investors: { title: 'Investors', about: 'Investment inquiries' },
  tech: { title: 'Tech', about: 'Investor support' },
  tech_support: { title: 'Technical support', about: 'Help and support page' },
  compliance: { title: 'Compliance', about: 'Help and support page' },
  reports: { title: 'Reports', about: 'Financial reporting' },
  others: { title: 'Others', about: 'All other inquiries' },
}

/** A department's name and where visitors find it. */
export const getDepartmentTexts = (department: string): { title: string; about: string } =>
  builtIn[department] ?? {
    title: formatDepartmentName(department),
    about: 'Help and support page, additional contacts',
  }

/** Whether it was added manually, and so can be deleted. */
export const isCustomDepartment = ({ department }: AdminDepartment): boolean => !(department in builtIn)

const readAll = async () => (await callAdminApi(adminDepartments.list)).departments

/** All departments. */
export const { $view: $departments, refresh: refreshDepartments } = createAdminQuery(
  ['admin-departments'],
  readAll,
)

function versionOf(row: AdminDepartment): FormVersion<DepartmentValues> {
  const values = Object.fromEntries([
    ...fieldNames.map((name) => [name, row[name]]),
    ...workFields.map((name) => [name, String(row[name] ?? '')]),
    ...weekdays.map((day) => [day, row.open_days.includes(day)]),
    ['reason', ''],
  ]) as DepartmentValues
  return { values, updatedAt: row.updated_at }
}

/** Typed hours; null if empty, NaN if not a number. */
const toHours = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const bodyOf = (values: DepartmentValues) => ({
  ...Object.fromEntries(fieldNames.map((name) => [name, values[name]])),
  open_days: weekdays.filter((day) => values[day]),
  open_from: values.open_from.trim(),
  open_to: values.open_to.trim(),
  time_zone: values.time_zone,
  first_answer_hours: toHours(values.first_answer_hours),
  resolution_hours: toHours(values.resolution_hours),
})

function check(values: DepartmentValues): Partial<Record<TextName | Weekday, string>> {
  const isHours = (text: string) => text.trim() === '' || /^[1-9]\d{0,2}$/.test(text.trim())
  const isClock = (text: string) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text.trim())
  const hours = 'Enter whole hours, or leave blank'
  const clock = 'Enter a time as HH:MM'
  return {
    ...(weekdays.every((day) => !values[day]) && { mon: 'Select at least one day' }),
    ...(!isClock(values.open_from) && { open_from: clock }),
    ...(!isClock(values.open_to) && { open_to: clock }),
    ...(!isHours(values.first_answer_hours) && { first_answer_hours: hours }),
    ...(!isHours(values.resolution_hours) && { resolution_hours: hours }),
  }
}

/** Whether a second administrator must approve: visitors see one of the changed fields. */
export const needsSecond = (values: DepartmentValues, row: AdminDepartment): boolean =>
  fieldNames.some((name) => values[name] !== row[name])

/** The form that edits a department. */
export const createDepartmentForm = (
  row: AdminDepartment,
): RowFormOptions<DepartmentValues, AdminDepartment> => ({
  initial: versionOf(row),
  check,
  failure: 'Failed to update department: {reason}',
  save: async (values, { updatedAt }) => {
    const { department } = await callAdminApi(adminDepartments.update, {
      params: { department: row.department },
      body: { ...bodyOf(values), ...toReasonPayload(values.reason), updated_at: updatedAt },
    })
    return department
  },
  readLastChange: getLastChange({ entity: 'department', id: row.department }),
  reread: async () => {
    const now = (await readAll()).find(({ department }) => department === row.department)
    return now && versionOf(now)
  },
})

/** The API name of a new department from its title: `press_office` for `Press office`. */
export const toDepartmentSlug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

export type NewDepartment = { title: string; email: string; description: string; reason: string }

/** The form that adds a department. */
export const createNewDepartmentForm = (): RowFormOptions<NewDepartment, AdminDepartment> => ({
  initial: { values: { title: '', email: '', description: '', reason: '' }, updatedAt: undefined },
  check: ({ title }) => (title.trim() === '' ? { title: 'Enter a name' } : {}),
  failure: 'Failed to add department: {reason}',
  save: async ({ title, reason, ...details }, { idempotencyKey }) =>
    (
      await callAdminApi(
        adminDepartments.create,
        { body: { department: toDepartmentSlug(title), ...details, ...toReasonPayload(reason) } },
        { idempotencyKey },
      )
    ).department,
})

/** Deletes a department that was added manually. Throws as `callAdminApi` does. */
export const deleteDepartment = ({ department }: AdminDepartment) =>
  callAdminApi(adminDepartments.delete, { params: { department } })
