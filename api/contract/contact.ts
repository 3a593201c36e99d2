import * as Type from '@sinclair/typebox'
import { ContactDepartment, SupportContact } from './departments.ts'
import { get } from './endpoint.ts'

const cache = { maxAge: 30, staleWhileRevalidate: 300 }

/** Apart from what a department is: a page that only asks for them needs no schema. */
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
