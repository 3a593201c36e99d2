/** Account recovery and email changes: forgotten passwords, email confirmation, changes of both. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { get, post, put, remove } from '#contract/endpoint'
import { Email, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { emailLinkTypes } from '#shared/enums/accounts'
import { EMAIL_LINK_TOKEN_PATTERN } from './email-links.ts'
import { Password } from './session.ts'

/** Any text of this length: a malformed token gets the same response as an unknown one. */
const LinkToken = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    errorMessage: 'This link is incomplete. Copy the full link from the email.',
    examples: ['iAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    description: `Token from the URL fragment of the link; valid tokens match ${EMAIL_LINK_TOKEN_PATTERN}`,
  })

const Success = Type.Object({ success: Type.Literal(true) })

const TokenBody = Type.Object({ token: LinkToken() })

const ConfirmEmailBody = Type.Object({ token: LinkToken(), password: Type.Optional(Password()) })
export type ConfirmEmailBody = Static<typeof ConfirmEmailBody>

export const ForgotPasswordBody = Type.Object({ email: Email() })

export const ResetPasswordBody = Type.Object({ token: LinkToken(), password: Password() })
export type ResetPasswordBody = Static<typeof ResetPasswordBody>

export const ChangePasswordBody = Type.Object({ current_password: Password(), new_password: Password() })
export type ChangePasswordBody = Static<typeof ChangePasswordBody>

export const ChangeEmailBody = Type.Object({ email: Email(), current_password: Password() })
export type ChangeEmailBody = Static<typeof ChangeEmailBody>

const LinkEvent = Type.Object({
  what: Type.String({ examples: ['Passkey added: Work laptop'] }),
  at: Timestamp(),
  device: Type.String({ description: 'Empty if unknown, as is `place`' }),
  place: Type.String(),
})

const MailedLink = Type.Object({
  kind: StringEnum(emailLinkTypes),
  email: Type.String({
    description: 'Email address the link concerns: to be confirmed or newly used; otherwise the recipient',
  }),
  account: Nullable(Type.String({ examples: ['Ada (a…@e….com)'] }), {
    description: 'Account that requested the address, if the link confirms a change; abbreviated',
  }),
  is_own: Type.Boolean({ description: 'Whether it concerns the account of the access token' }),
  disputes: Type.Boolean({
    description:
      'Whether the email address has since been changed: using the link then disputes the change and locks the account until an administrator decides',
  }),
  event: Nullable(LinkEvent, { description: 'Reported event, if the link objects to it' }),
  expires_at: Timestamp(),
})
export type EmailLinkStatus = Static<typeof MailedLink>

const PendingEmail = Type.Object({ email: Type.String(), expires_at: Timestamp() })

const EmailState = Type.Object({
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  pending: Nullable(PendingEmail, { description: 'Change awaiting confirmation' }),
  mail_configured: Type.Boolean({
    description: 'Whether email is configured; if not, emails are held in the outbox',
  }),
})
export type AccountEmail = Static<typeof EmailState>

/** The same endpoint for investors and for administrators. */
const describePasswordChange = <const C extends 'investor' | 'admin:self'>(access: C, base: string) =>
  put(`${base}/password`, {
    summary: 'Change the password and end all other sessions',
    access,
    allowedBeforePassword: true,
    csrf: access === 'investor',
    stepUp: 'with_factor',
    confirms: 'Change your password',
    body: ChangePasswordBody,
    response: Success,
    problems: ['locked'],
  })

/** The same endpoints for investors and for administrators. */
const describeEmailCalls = <const C extends 'investor' | 'admin:self'>(access: C, base: string) => ({
  readEmail: get(`${base}/email`, {
    summary: 'Email of the caller and any change awaiting confirmation',
    access,
    response: EmailState,
  }),
  changeEmail: put(`${base}/email`, {
    summary:
      'Request an email change: a confirmation link is sent to the new address and a link to stop the change to the current one; a second change replaces the first. The response does not reveal whether the address is in use',
    access,
    limit: 'link_request',
    csrf: access === 'investor',
    stepUp: true,
    confirms: 'Change your email address to {email}',
    status: 202,
    body: ChangeEmailBody,
    response: Success,
    problems: ['locked', 'rate_limited'],
  }),
  cancelEmailChange: remove(`${base}/email/change`, {
    summary: 'Cancel a pending email change',
    access,
    csrf: access === 'investor',
    response: Success,
    problems: ['not_found'],
  }),
})

/** For the calling administrator. */
export const adminAccount = {
  changePassword: describePasswordChange('admin:self', adminPath('/profile')),
  ...describeEmailCalls('admin:self', adminPath('/profile')),
}

export const accounts = {
  forgotPassword: post('/auth/password/forgot', {
    summary:
      'Email a password reset link if the account exists; the response is always the same. With `X-Admin-Path`, for an administrator',
    access: 'public',
    adminPathHeader: 'optional',
    limit: 'link_request',
    status: 202,
    body: ForgotPasswordBody,
    response: Success,
  }),
  getLinkStatus: post('/auth/links/check', {
    summary: 'Check the purpose of an emailed link without using it. Used links are treated as unknown',
    access: 'public',
    bearer: 'optional',
    limit: 'link_use',
    body: TokenBody,
    response: Type.Object({ link: MailedLink }),
  }),
  resetPassword: post('/auth/password/reset', {
    summary:
      'Set a new password using a link and end all sessions; the link remains valid if the password is rejected',
    access: 'public',
    limit: 'link_use',
    body: ResetPasswordBody,
    response: Success,
  }),
  confirmEmail: post('/auth/email/confirm', {
    summary:
      'Confirm the email of a new account or an email change. An access token of the account or its password proves that the mailbox and the account have the same owner. Without either, messages that visitors sent from the address are not added to the account, and the next password reset by email removes its two-step verification methods. The link remains valid after an incorrect password',
    access: 'public',
    bearer: 'optional',
    limit: 'link_use',
    body: ConfirmEmailBody,
    response: Success,
    problems: ['conflict', 'locked'],
  }),
  revertEmailChange: post('/auth/email/undo', {
    summary:
      'Object to an email change from the previous address. A pending change is stopped, all sessions end and a password reset link is emailed; a completed change is disputed, which locks the account until an administrator decides',
    access: 'public',
    limit: 'link_use',
    body: TokenBody,
    response: Success,
  }),
  reportUnrecognizedSignIn: post('/auth/not-me', {
    summary:
      'Report an unrecognized sign-in: end all sessions, invalidate the password and email a reset link. If the email address has since been changed, the change is disputed, which locks the account until an administrator decides',
    access: 'public',
    limit: 'link_use',
    body: TokenBody,
    response: Success,
  }),
  resendConfirmationEmail: post('/user/email/confirmation', {
    summary: 'Resend the email confirmation link; limited to one per minute and five per day',
    access: 'investor',
    csrf: true,
    status: 202,
    body: Type.Optional(Type.Object({})),
    response: Success,
    problems: ['conflict', 'rate_limited'],
  }),
  changePassword: describePasswordChange('investor', '/user'),
  ...describeEmailCalls('investor', '/user'),
}
