export const dateFormats = ['MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY'] as const
/** Built-in departments, in listing order. */
export const departmentNames = [
  'general',
  'investors',
  'tech',
  'tech_support',
  'compliance',
  'reports',
  'others',
] as const
/** Days of the week, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]
/** Seeding steps: settings, departments and tokens; the demonstration with its series. */
export const firstSteps = ['base', 'demo'] as const
