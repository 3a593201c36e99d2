import { isEmailConfigured } from '#modules/messaging/email/outbox'

/**
 * Whether the email must be confirmed before subscriptions and a verification. Only if email is sent can the
 * owner follow the link.
 */
export const requiresEmailConfirmation = ({ email_confirmed }: { email_confirmed: boolean }): boolean =>
  !email_confirmed && isEmailConfigured()
