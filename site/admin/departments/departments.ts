import { type AdminDepartment, adminDepartments, DepartmentFields } from '#contract/admin-departments'
import { fieldRules } from '#contract/schema'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import type { RowFormOptions, Version } from '#core/form/row-form'
import { departmentTitle } from '#core/query/departments'
import { type Weekday, weekdays } from '#shared/enums/site'
import { readLastChange } from '#site/admin/form/last-change.ts'

export const fieldNames = [
  'email',
  'phone',
  'whatsapp',
  'linkedin',
  'telegram',
  'hours',
  'description',
] as const
const workFields = ['open_from', 'open_to', 'time_zone', 'first_answer_hours', 'resolution_hours'] as const
type FieldName = (typeof fieldNames)[number]
type TextName = FieldName | (typeof workFields)[number]
/** The texts of the form, and a check box for each day of the week. */
export type DepartmentValues = Record<TextName, string> & Record<Weekday, boolean>

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
  open_from: 'Works from',
  open_to: 'Works until',
  time_zone: 'Time zone',
  first_answer_hours: 'First answer within',
  resolution_hours: 'Resolved within',
  email: 'Email',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  telegram: 'Telegram',
  hours: 'Hours',
  description: 'Description',
}

export const hints: Partial<Record<TextName, string>> = {
  open_to: '24:00 for the end of the day',
  time_zone: 'Such as America/Los_Angeles or UTC',
  first_answer_hours: 'Hours of work; empty for no target',
  resolution_hours: 'Hours of work; empty for no target',
  whatsapp: 'A number, or a link',
  linkedin: 'https://…',
  telegram: '@name, or a t.me link',
}

/** Bounds of a field, as the server has them. */
export const rulesOf = (name: FieldName) => ({ maxLength: fieldRules(DepartmentFields, name).maxLength })

/** The title and purpose of each built-in department, as visitors read them. */
const builtIn: Record<string, { title: string; about: string }> = {
  general: { title: 'General', about: 'The support contact of every page and of the footer' },
  investors: { title: 'Investors', about: 'Investment inquiries' },
  tech: { title: 'Tech', about: 'Investor support' },
  tech_support: { title: 'Technical support', about: 'Help and support page' },
  compliance: { title: 'Compliance', about: 'Help and support page' },
  reports: { title: 'Reports', about: 'Financial reporting' },
  others: { title: 'Others', about: 'Anything else' },
}

/** The name of a department, and where visitors find it. */
export const namesOf = (department: string): { title: string; about: string } =>
  builtIn[department] ?? {
    title: departmentTitle(department),
    about: 'Help and support page, further contacts',
  }

/** Whether it was added, and can be deleted. */
export const isAdded = ({ department }: AdminDepartment): boolean => !(department in builtIn)

const readAll = async () => (await callAdmin(adminDepartments.list)).departments

/** All departments. */
export const { $view: $departments, refresh: refreshDepartments } = createAdminQuery(
  ['admin-departments'],
  readAll,
)

function versionOf(row: AdminDepartment): Version<DepartmentValues> {
  const values = Object.fromEntries([
    ...fieldNames.map((name) => [name, row[name]]),
    ...workFields.map((name) => [name, String(row[name] ?? '')]),
    ...weekdays.map((day) => [day, row.open_days.includes(day)]),
  ]) as DepartmentValues
  return { values, updatedAt: row.updated_at }
}

/** Hours as typed; null for none, and not a number for what is no number. */
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
  const hours = 'Enter whole hours, or nothing'
  const clock = 'Enter a time as HH:MM'
  return {
    ...(weekdays.every((day) => !values[day]) && { mon: 'Choose at least one day' }),
    ...(!isClock(values.open_from) && { open_from: clock }),
    ...(!isClock(values.open_to) && { open_to: clock }),
    ...(!isHours(values.first_answer_hours) && { first_answer_hours: hours }),
    ...(!isHours(values.resolution_hours) && { resolution_hours: hours }),
  }
}

/** The form of a department. */
export const departmentForm = (row: AdminDepartment): RowFormOptions<DepartmentValues, AdminDepartment> => ({
  initial: versionOf(row),
  check,
  failure: 'Failed to update department: {reason}',
  save: async (values, { updatedAt }) => {
    const { department } = await callAdmin(adminDepartments.update, {
      params: { department: row.department },
      body: { ...bodyOf(values), updated_at: updatedAt },
    })
    return department
  },
  readLastChange: readLastChange({ entity: 'department', id: row.department }),
  reread: async () => {
    const now = (await readAll()).find(({ department }) => department === row.department)
    return now && versionOf(now)
  },
})

/** The API name of a new department from its title: `press_office` for `Press office`. */
export const toDepartmentName = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')

export type NewDepartment = { title: string; email: string; description: string }

/** The form that adds a department. */
export const newDepartmentForm = (): RowFormOptions<NewDepartment, AdminDepartment> => ({
  initial: { values: { title: '', email: '', description: '' }, updatedAt: undefined },
  check: ({ title }) => (title.trim() === '' ? { title: 'Enter a name' } : {}),
  failure: 'Failed to add department: {reason}',
  save: async ({ title, ...details }, { idempotencyKey }) =>
    (
      await callAdmin(
        adminDepartments.create,
        { body: { department: toDepartmentName(title), ...details } },
        { idempotencyKey },
      )
    ).department,
})

/** Deletes a department that was added. Throws as `callAdmin` does. */
export const deleteDepartment = ({ department }: AdminDepartment) =>
  callAdmin(adminDepartments.remove, { params: { department } })
