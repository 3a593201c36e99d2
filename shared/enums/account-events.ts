/** What an investor did with the account beside signing in. */
export const accountEventKinds = [
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
export type AccountEventKind = (typeof accountEventKinds)[number]

/** What the activity of an account lists. */
export const activityKinds = ['sign_in', 'sign_in_failed', ...accountEventKinds] as const
export type ActivityKind = (typeof activityKinds)[number]
