import { type AdminDepartment, adminDepartments, DepartmentFields } from '#contract/admin-departments'
import { fieldRules } from '#contract/schema'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import type { RowFormOptions, Version } from '#core/form/row-form'
import { departmentTitle } from '#core/query/departments'
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
type FieldName = (typeof fieldNames)[number]
export type DepartmentValues = Record<FieldName, string>

export const labels: Record<FieldName, string> = {
  email: 'Email',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  telegram: 'Telegram',
  hours: 'Hours',
  description: 'Description',
}

export const hints: Partial<Record<FieldName, string>> = {
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
  const values = Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as DepartmentValues
  return { values, updatedAt: row.updated_at }
}

/** The form of a department. */
export const departmentForm = (row: AdminDepartment): RowFormOptions<DepartmentValues, AdminDepartment> => ({
  initial: versionOf(row),
  failure: 'Failed to update department: {reason}',
  save: async (values, { updatedAt }) => {
    const { department } = await callAdmin(adminDepartments.update, {
      params: { department: row.department },
      body: { ...values, updated_at: updatedAt },
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
  save: async ({ title, ...details }) =>
    (
      await callAdmin(adminDepartments.create, {
        body: { department: toDepartmentName(title), ...details },
      })
    ).department,
})

/** Deletes a department that was added. Throws as `callAdmin` does. */
export const deleteDepartment = ({ department }: AdminDepartment) =>
  callAdmin(adminDepartments.remove, { params: { department } })
