import { contact } from '#contract/desk/contact-endpoints'
import type { ContactDepartment } from '#contract/desk/departments'
import { callApi } from '#core/api/api'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

/** `tech_support` as `Tech support`. */
export const formatDepartmentName = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const $departmentsQuery = createQuery<ContactDepartment[]>('contact-departments', {
  fetcher: async () => (await callApi(contact.departments)).departments,
})

/** The contact departments. */
export const $departments = createQueryView($departmentsQuery)
