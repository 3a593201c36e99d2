/**
 * Which emails are sent before others: a mailing to everyone does not delay anyone who is waiting for a link.
 */

/** Kinds whose readers are waiting at their screen, or whose links protect an account. */
export const urgentEmailKinds: ReadonlySet<string> = new Set([
  'administrator_invitation',
  'confirm_change',
  'confirm_email',
  'email_change_asked',
  'email_changed',
  'email_dispute_decided',
  'email_disputed',
  'email_restored',
  'email_taken',
  'factor_changed',
  'new_device',
  'password_changed',
  'reported_sign_in',
  'reset_password',
])
/** Kinds that go to many readers at a time. */
const MASS = new Set(['digest', 'notification', 'report'])

/**
 * The priority of a kind of email, lowest first. Within one, the email that has waited longest is sent first.
 */
export const getEmailUrgency = (kind: string): 0 | 1 | 2 =>
  urgentEmailKinds.has(kind) ? 0 : MASS.has(kind) ? 2 : 1
