import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { ContactDepartment, SupportContact } from './departments.ts'

const cache = { maxAge: 30, staleWhileRevalidate: 300 }

/** Separate from the department schema: pages that only fetch departments do not need it. */
export const contact = {
  departments: get('/contact-departments', {
    summary: 'Contact details of every department',
    access: 'public',
    response: Type.Object({ departments: Type.Array(ContactDepartment) }),
    cache,
  }),
  support: get('/support', {
    summary: 'The contact details of the general department',
    access: 'public',
    response: SupportContact,
    cache,
  }),
}
