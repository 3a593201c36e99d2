import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Lower-case words joined by underscores. Names outside `departmentNames` were added by administrators. */
export const DepartmentName = () =>
  Type.String({
    pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$',
    minLength: 2,
    maxLength: 40,
    cleaned: true,
    examples: ['press_office'],
    errorMessage: 'Enter 2 to 40 letters, digits and spaces, starting with a letter',
  })

export const ContactDepartment = Type.Object({
  department: DepartmentName(),
  email: Type.String(),
  phone: Type.String(),
  whatsapp: Type.String(),
  linkedin: Type.String(),
  telegram: Type.String(),
  hours: Type.String(),
  description: Type.String(),
})
export type ContactDepartment = Static<typeof ContactDepartment>

export const SupportContact = Type.Object({
  email: Type.String(),
  phone: Type.String(),
  whatsapp: Type.String(),
  linkedin: Type.String(),
  telegram: Type.String({ description: 'Username starting with @, or a link' }),
  support_hours: Type.String(),
})
export type SupportContact = Static<typeof SupportContact>
