import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { weekdays } from '#shared/enums/site'
import { adm, Done, EditOf } from './admin.ts'
import { ContactDepartment, DepartmentName } from './departments.ts'
import { get, post, put, remove } from './endpoint.ts'
import {
  Email,
  Line,
  Maybe,
  NAME_MAX,
  Nullable,
  OneOf,
  Phone,
  SUBJECT_MAX,
  TelegramName,
  Text,
  Timestamp,
  WebAddress,
} from './schema.ts'

/** Hours of work of a target: a month of days and nights at most. */
const TARGET_MAX = 720

const Clock = (end: string) =>
  Type.String({ pattern: `^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]${end})$`, maxLength: 5 })
const Hours = () =>
  Nullable(
    Type.Integer({ minimum: 1, maximum: TARGET_MAX, says: `Enter 1 to ${TARGET_MAX} hours, or nothing` }),
    {
      description: 'Hours of work; null for no target',
    },
  )

/** When a department works, and by when it means to answer and to be done. `hours` are the words for visitors. */
const workFields = {
  open_days: Type.Array(OneOf(weekdays), {
    minItems: 1,
    maxItems: weekdays.length,
    uniqueItems: true,
    says: 'Choose at least one day, each once',
  }),
  open_from: Clock(''),
  open_to: Clock('|24:00'),
  time_zone: Line(NAME_MAX, { examples: ['America/Los_Angeles'] }),
  first_answer_hours: Hours(),
  resolution_hours: Hours(),
}

export const AdminDepartment = Type.Object({
  ...ContactDepartment.properties,
  ...workFields,
  updated_at: Timestamp(),
})
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
  open_days: Type.Optional(workFields.open_days),
  open_from: Type.Optional(workFields.open_from),
  open_to: Type.Optional(workFields.open_to),
  time_zone: Type.Optional(workFields.time_zone),
  first_answer_hours: Type.Optional(workFields.first_answer_hours),
  resolution_hours: Type.Optional(workFields.resolution_hours),
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
    idempotent: true,
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
