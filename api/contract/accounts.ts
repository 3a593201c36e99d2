/** Getting into an account and back into it: forgotten passwords, confirmed emails, changes of both. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { linkKinds } from '#shared/enums/accounts'
import { LINK_TOKEN } from './account-links.ts'
import { adm } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Email, Nullable, OneOf, Timestamp } from './schema.ts'
import { Password } from './session.ts'

/** Any text of this length: a token that is none is answered as an unknown one. */
const LinkToken = () =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    says: 'This link is not complete. Copy the whole address from the mail.',
    examples: ['iAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    description: `From the fragment of the link; genuine ones match ${LINK_TOKEN}`,
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
  device: Type.String({ description: 'Empty when unknown, as the place' }),
  place: Type.String(),
})

const MailedLink = Type.Object({
  kind: OneOf(linkKinds),
  email: Type.String({
    description:
      'The address that the link is about: the one to confirm or to use from now on, and else the one it was mailed to',
  }),
  account: Nullable(Type.String({ examples: ['Ada (a…@e….com)'] }), {
    description: 'The account that asks to use the address, where the link confirms a change; shortened',
  }),
  is_own: Type.Boolean({ description: 'Whether it is about the account of the access token' }),
  disputes: Type.Boolean({
    description:
      'Whether the account has another address by now: the link then disputes that, and the account is locked until an administrator decides',
  }),
  event: Nullable(LinkEvent, { description: 'What the mail told, where the link objects to it' }),
  expires_at: Timestamp(),
})
export type MailedLink = Static<typeof MailedLink>

const PendingEmail = Type.Object({ email: Type.String(), expires_at: Timestamp() })

const EmailState = Type.Object({
  email: Type.String(),
  email_confirmed: Type.Boolean(),
  pending: Nullable(PendingEmail, { description: 'The change that waits to be confirmed' }),
  mail_configured: Type.Boolean({ description: 'Whether this site sends mail; otherwise mails wait' }),
})
export type EmailState = Static<typeof EmailState>

/** The same call for investors and for administrators. */
const describePasswordChange = <const C extends 'investor' | 'admin:self'>(access: C, base: string) =>
  put(`${base}/password`, {
    summary: 'Changes the password and ends all other sessions',
    access,
    allowedBeforePassword: true,
    csrf: access === 'investor',
    stepUp: 'with_factor',
    confirms: 'Change your password',
    body: ChangePasswordBody,
    response: Success,
    problems: ['locked'],
  })

/** The same calls for investors and for administrators. */
const describeEmailCalls = <const C extends 'investor' | 'admin:self'>(access: C, base: string) => ({
  readEmail: get(`${base}/email`, {
    summary: 'The email of the caller, and the change that waits to be confirmed',
    access,
    response: EmailState,
  }),
  changeEmail: put(`${base}/email`, {
    summary:
      'Mails a link to another email, which puts it into use, and one to the present email, which stops the change; a second change replaces the first. The response does not tell whether another account has that email',
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
    summary: 'Cancels the change of email that waits to be confirmed',
    access,
    csrf: access === 'investor',
    response: Success,
    problems: ['not_found'],
  }),
})

/** Of the calling administrator. */
export const adminAccount = {
  changePassword: describePasswordChange('admin:self', adm('/profile')),
  ...describeEmailCalls('admin:self', adm('/profile')),
}

export const accounts = {
  forgotPassword: post('/auth/password/forgot', {
    summary:
      'Mails a link for a new password, if there is such an account; the response is the same in any case. With `X-Admin-Path`, of an administrator',
    access: 'public',
    adminPathHeader: 'optional',
    limit: 'link_request',
    status: 202,
    body: ForgotPasswordBody,
    response: Success,
  }),
  checkLink: post('/auth/links/check', {
    summary:
      'What the link of a mail is for, without using it. One that was used is answered as one that is not known',
    access: 'public',
    bearer: 'optional',
    limit: 'link_use',
    body: TokenBody,
    response: Type.Object({ link: MailedLink }),
  }),
  resetPassword: post('/auth/password/reset', {
    summary: 'Sets a new password with a link and ends all sessions; a weak password leaves the link good',
    access: 'public',
    limit: 'link_use',
    body: ResetPasswordBody,
    response: Success,
  }),
  confirmEmail: post('/auth/email/confirm', {
    summary:
      'Confirms the email of a new account, or puts a changed one into use. An access token of the account or its password shows that whoever reads the mailbox has the account too. Without either, what visitors wrote under the address is not of the account, and the next reset of the password by mail removes its second factors. A wrong password leaves the link good',
    access: 'public',
    bearer: 'optional',
    limit: 'link_use',
    body: ConfirmEmailBody,
    response: Success,
    problems: ['conflict', 'locked'],
  }),
  undoEmail: post('/auth/email/undo', {
    summary:
      'Objects to a change of email from the mailbox that it replaces: one that waits is stopped, all sessions end, and a link for a new password is mailed; one that has taken place is disputed, which locks the account until an administrator decides',
    access: 'public',
    limit: 'link_use',
    body: TokenBody,
    response: Success,
  }),
  reportSignIn: post('/auth/not-me', {
    summary:
      'Reports a sign-in that was mailed: ends all sessions, and mails a link for a new password, as the present one no longer works. Where the email was changed since, that is disputed, which locks the account until an administrator decides',
    access: 'public',
    limit: 'link_use',
    body: TokenBody,
    response: Success,
  }),
  sendConfirmation: post('/user/email/confirmation', {
    summary: 'Mails the link that confirms the email again: once a minute, five times a day',
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
