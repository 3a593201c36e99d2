import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, EditBody, Success } from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import {
  Email,
  HttpUrl,
  MultilineText,
  NAME_MAX,
  Nullable,
  OptionalOrEmpty,
  Phone,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  TelegramHandle,
  Timestamp,
} from '#contract/schema-builders'
import { weekdays } from '#shared/enums/site'
import { ContactDepartment, DepartmentName } from './departments.ts'

/** Maximum target in business hours: a month of 24-hour days. */
const TARGET_MAX = 720

const Clock = (end: string) =>
  Type.String({ pattern: `^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]${end})$`, maxLength: 5 })
const Hours = () =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: TARGET_MAX,
      errorMessage: `Enter 1 to ${TARGET_MAX} hours, or leave blank`,
    }),
    {
      description: 'Business hours; null for no target',
    },
  )

/**
 * When a department works, and its targets for first response and resolution. `hours` is the text shown to visitors.
 */
const workFields = {
  open_days: Type.Array(StringEnum(weekdays), {
    minItems: 1,
    maxItems: weekdays.length,
    uniqueItems: true,
    errorMessage: 'Select at least one day, without duplicates',
  }),
  open_from: Clock(''),
  open_to: Clock('|24:00'),
  time_zone: SingleLineText(NAME_MAX, { examples: ['America/Los_Angeles'] }),
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
  email: OptionalOrEmpty(Email()),
  phone: OptionalOrEmpty(Phone()),
  whatsapp: Type.Optional(
    Type.Union([
      Phone({
        errorMessage:
          'Enter a WhatsApp number of 5 to 32 characters (digits, spaces and + - ( ) .), or a link starting with https://',
      }),
      HttpUrl(),
      Type.Literal(''),
    ]),
  ),
  linkedin: OptionalOrEmpty(HttpUrl()),
  telegram: OptionalOrEmpty(TelegramHandle()),
  hours: OptionalOrEmpty(SingleLineText(SUBJECT_MAX)),
  description: OptionalOrEmpty(MultilineText()),
  open_days: Type.Optional(workFields.open_days),
  open_from: Type.Optional(workFields.open_from),
  open_to: Type.Optional(workFields.open_to),
  time_zone: Type.Optional(workFields.time_zone),
  first_answer_hours: Type.Optional(workFields.first_answer_hours),
  resolution_hours: Type.Optional(workFields.resolution_hours),
})

export const DepartmentEdit = EditBody(DepartmentFields)
export type DepartmentEdit = Static<typeof DepartmentEdit>

/** Maximum departments that can be added to the built-in ones. */
export const ADDED_DEPARTMENTS_MAX = 20

export const DepartmentBody = Type.Object({ department: DepartmentName(), ...DepartmentFields.properties })
export type DepartmentBody = Static<typeof DepartmentBody>

/** How visitors reach a department, and what they read about it. */
export const publishedDepartmentFields = [
  'email',
  'phone',
  'whatsapp',
  'linkedin',
  'telegram',
  'hours',
  'description',
] as const

const params = Type.Object({ department: DepartmentName() })

export const adminDepartments = {
  list: get(adminPath('/contact-departments'), {
    summary: 'List contact departments with their last update',
    access: 'admin:read',
    response: Type.Object({ departments: Type.Array(AdminDepartment) }),
  }),
  update: put(adminPath('/contact-departments/:department'), {
    summary: 'Update the contact details of a department; public pages update immediately',
    access: 'admin:publish',
    params,
    body: withApprovalReason(DepartmentEdit),
    approvalRule: { fields: publishedDepartmentFields },
    response: Type.Object({ department: AdminDepartment }),
    problems: ['not_found', 'stale_write'],
  }),
  create: post(adminPath('/contact-departments'), {
    summary: `Add a department (up to ${ADDED_DEPARTMENTS_MAX}); listed on the help page under additional contacts`,
    access: 'admin:publish',
    body: withApprovalReason(DepartmentBody),
    approvalRule: {},
    status: 201,
    response: Type.Object({ department: AdminDepartment }),
    idempotent: true,
    problems: ['conflict'],
  }),
  delete: remove(adminPath('/contact-departments/:department'), {
    summary: 'Delete an added department; the seven built-in departments cannot be deleted',
    access: 'admin:publish',
    params,
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
}
