export const dateFormats = ['MM/YY', 'MM/YYYY', 'DD/MM/YY', 'DD/MM/YYYY', 'MM/DD/YY', 'MM/DD/YYYY'] as const
/** Departments there always are, in the order in which they are listed. */
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
/** Steps of the first start: settings, departments and tokens; the demonstration with its series. */
export const firstSteps = ['base', 'demo'] as const
