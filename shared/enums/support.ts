export const ticketCategories = ['general', 'technical', 'investment', 'compliance'] as const
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const
export const ticketStatuses = ['open', 'in_progress', 'resolved', 'closed'] as const
/** Hourly slots of the call form. */
export const callTimes = [
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:00',
  '14:00',
  '15:00',
  '16:00',
  '17:00',
] as const
export const callTimeZones = ['PST', 'EST', 'CST', 'MST', 'GMT'] as const
export const callStatuses = ['pending', 'confirmed', 'in_progress', 'cancelled'] as const
export const chatStatuses = ['open', 'closed'] as const
export const chatAuthors = ['user', 'agent'] as const
