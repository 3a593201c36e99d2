import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm, Done, EditOf } from './admin.ts'
import { ContactDepartment, DepartmentName } from './departments.ts'
import { get, post, put, remove } from './endpoint.ts'
import {
  Email,
  Line,
  Maybe,
  Phone,
  SUBJECT_MAX,
  TelegramName,
  Text,
  Timestamp,
  WebAddress,
} from './schema.ts'

export const AdminDepartment = Type.Object({ ...ContactDepartment.properties, updated_at: Timestamp() })
export type AdminDepartment = Static<typeof AdminDepartment>

/** Missing fields of a department are empty. */
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

/** Departments that can be added to those there always are. */
export const ADDED_DEPARTMENTS_MAX = 20

export const DepartmentBody = Type.Object({ department: DepartmentName(), ...DepartmentFields.properties })
export type DepartmentBody = Static<typeof DepartmentBody>

const params = Type.Object({ department: DepartmentName() })

export const adminDepartments = {
  list: get(adm('/contact-departments'), {
    summary: 'All contact departments, each with the time of its last change',
    access: 'admin:read',
    response: Type.Object({ departments: Type.Array(AdminDepartment) }),
  }),
  update: put(adm('/contact-departments/:department'), {
    summary: 'Changes the contact details of a department; public pages change at once',
    access: 'admin:publish',
    params,
    body: DepartmentEdit,
    response: Type.Object({ department: AdminDepartment }),
    problems: ['not_found', 'stale_write'],
  }),
  create: post(adm('/contact-departments'), {
    summary: `Adds a department, up to ${ADDED_DEPARTMENTS_MAX} of them; the help page lists it under further contacts`,
    access: 'admin:publish',
    body: DepartmentBody,
    status: 201,
    response: Type.Object({ department: AdminDepartment }),
    problems: ['conflict'],
  }),
  remove: remove(adm('/contact-departments/:department'), {
    summary: 'Deletes an added department; the seven fixed ones cannot be deleted',
    access: 'admin:publish',
    params,
    response: Done,
    problems: ['not_found', 'conflict'],
  }),
}
