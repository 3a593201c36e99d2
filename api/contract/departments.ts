import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { OneOf } from './schema.ts'

export const departmentNames = [
  'general',
  'investors',
  'tech',
  'tech_support',
  'compliance',
  'reports',
  'others',
] as const

export const ContactDepartment = Type.Object({
  department: OneOf(departmentNames),
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
  telegram: Type.String({ description: 'A handle starting with @, or a link' }),
  support_hours: Type.String(),
})
export type SupportContact = Static<typeof SupportContact>
