import { atom } from 'nanostores'
import { contact } from '#contract/contact'
import type { ContactDepartment } from '#contract/departments'
import { call } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { createQuery } from './query.ts'

/** `tech_support` as `Tech support`. */
export const departmentTitle = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

export type DepartmentsState =
  | { status: 'loading' }
  | { status: 'ready'; departments: readonly ContactDepartment[] }

const $departmentsQuery = createQuery<ContactDepartment[]>('contact-departments', {
  fetcher: async () => (await call(contact.departments)).departments,
})

/** The contact departments. After a failed call an empty list without a message, as the specification has it. */
export const $departments = atom<DepartmentsState>({ status: 'loading' })

onBrowserMount($departments, () =>
  $departmentsQuery.subscribe(({ data, error }) => {
    if (data || error) $departments.set({ status: 'ready', departments: data ?? [] })
  }),
)
