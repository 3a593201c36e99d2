/** Fixed sets of values that database, API and browser have in common. A leaf: it imports nothing. */

export const documentTypes = ['pdf', 'html'] as const

/** The source of figures: a real market, or the feed for demonstrations. */
export const marketSources = ['live', 'simulated'] as const

export const notificationCategories = ['transaction', 'investment', 'portfolio', 'system'] as const
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const

export const activityTypes = ['activity', 'deposit', 'withdrawal', 'investment', 'other'] as const

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
export const callTimezones = ['PST', 'EST', 'CST', 'MST', 'GMT'] as const
export const callStatuses = ['pending', 'confirmed', 'in_progress', 'cancelled'] as const
export const chatStatuses = ['open', 'closed'] as const
export const chatAuthors = ['user', 'agent'] as const

export const iconTypes = ['lucide', 'custom'] as const
/** The colour schemes of a token's icon; the screens define their colours. */
export const tokenColors = [
  'Gold',
  'Silver',
  'Purple',
  'Green',
  'Orange',
  'Amber',
  'Emerald',
  'Indigo',
  'Gray',
  'Pink',
] as const

export const transactionTypes = ['deposit', 'withdrawal', 'transfer', 'fee', 'interest'] as const
export const transactionStatuses = ['completed', 'pending', 'failed', 'cancelled'] as const

/** The two realms: an investor's session opens nothing of an administrator's, and the reverse. */
export const roles = ['investor', 'admin'] as const
