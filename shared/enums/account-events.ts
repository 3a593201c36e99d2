/** What an investor did with the account, besides signing in. */
export const accountEventTypes = [
  'session_ended',
  'password_changed',
  'email_changed',
  'name_changed',
  'factor_added',
  'factor_removed',
  'recovery_codes_replaced',
  'recovery_code_used',
  'statement_downloaded',
  'export_made',
] as const
export type AccountEventType = (typeof accountEventTypes)[number]

/** What the account activity lists. */
export const accountActivityTypes = ['sign_in', 'sign_in_failed', ...accountEventTypes] as const
export type AccountActivityType = (typeof accountActivityTypes)[number]
