import * as Type from '@sinclair/typebox'
import { get, post } from '#contract/endpoint'

const byToken = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[0-9]{1,10}\\.[a-z]+\\.[A-Za-z0-9_-]{43}$',
    examples: ['1.daily.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  }),
})

/** One-click unsubscribe, from a mail program or from the page linked in an email. */
export const emailUnsubscribe = {
  confirmPage: get('/unsubscribe/:token', {
    summary: 'Redirect to the unsubscribe confirmation page; makes no change',
    access: 'public',
    status: 303,
    params: byToken,
    headers: { Location: 'The page /access/unsubscribe, with the token in its fragment' },
    response: { raw: 'text/html; charset=utf-8' },
  }),
  confirm: post('/unsubscribe/:token', {
    summary: 'One-click unsubscribe for the token (RFC 8058); the request body is optional',
    access: 'public',
    oneClick: true,
    params: byToken,
    response: Type.Object({ success: Type.Literal(true) }),
    problems: ['not_found'],
  }),
}
