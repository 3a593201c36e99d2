import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm, EditOf } from './admin.ts'
import { ContactDepartment, departmentNames } from './departments.ts'
import { get, put } from './endpoint.ts'
import {
  Email,
  Line,
  Maybe,
  OneOf,
  Phone,
  SUBJECT_MAX,
  TelegramName,
  Text,
  Timestamp,
  WebAddress,
} from './schema.ts'

export const AdminDepartment = Type.Object({ ...ContactDepartment.properties, updated_at: Timestamp() })
export type AdminDepartment = Static<typeof AdminDepartment>

/** What a department has none of is empty. */
export const DepartmentFields = Type.Object({
  email: Maybe(Email()),
  phone: Maybe(Phone()),
  whatsapp: Type.Optional(
    Type.Union([
      Phone({
        says: 'Enter a WhatsApp number of 5 to 32 digits, spaces and + - ( ) ., or a link that starts with https://',
      }),
      WebAddress(),
      Type.Literal(''),
    ]),
  ),
  linkedin: Maybe(WebAddress()),
  telegram: Maybe(TelegramName()),
  hours: Maybe(Line(SUBJECT_MAX)),
  description: Maybe(Text()),
})

export const DepartmentEdit = EditOf(DepartmentFields)
export type DepartmentEdit = Static<typeof DepartmentEdit>

export const adminDepartments = {
  list: get(adm('/contact-departments'), {
    summary: 'All contact departments, with when each was last changed',
    access: 'admin',
    answer: Type.Object({ departments: Type.Array(AdminDepartment) }),
  }),
  update: put(adm('/contact-departments/:department'), {
    summary: 'Changes how a department is reached; public pages follow at once',
    access: 'admin',
    params: Type.Object({ department: OneOf(departmentNames) }),
    body: DepartmentEdit,
    answer: Type.Object({ department: AdminDepartment }),
    problems: ['not_found', 'stale_write'],
  }),
}
