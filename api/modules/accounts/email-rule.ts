import { isMailConfigured } from '#modules/mail/outbox'

/** Whether subscriptions and a verification wait for the confirmation of the email: only where mail is sent can its owner follow the link. */
export const mustConfirmEmail = ({ email_confirmed }: { email_confirmed: boolean }): boolean =>
  !email_confirmed && isMailConfigured()
