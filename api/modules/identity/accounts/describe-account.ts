/**
 * Describes an account to a mailbox that may belong to someone else: its owner recognizes it, and others
 * learn little.
 */

/** `m…@e….com` of `me@example.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${[...email][0] ?? ''}…@${[...domain][0] ?? ''}…${ending}`
}

/** For example, `Ada (a…@e….com)`. */
export const describeAccount = ({ name, email }: { name: string; email: string }): string =>
  `${name} (${maskEmail(email)})`
