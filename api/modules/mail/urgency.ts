/** Which mails are sent before others: a mailing to everyone holds up nobody who waits for a link. */

/** Kinds whose readers wait at their screen, or whose links protect an account. */
const URGENT = new Set([
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
/** Kinds that go to many readers at once. */
const MASS = new Set(['digest', 'notification', 'report'])

/** The place of a kind of mail: 0 before 1 before 2. Within one, the longest waiting is sent first. */
export const urgencyOf = (kind: string): 0 | 1 | 2 => (URGENT.has(kind) ? 0 : MASS.has(kind) ? 2 : 1)
