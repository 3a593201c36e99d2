import * as Type from '@sinclair/typebox'
import { get, post } from './endpoint.ts'

const byToken = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[0-9]{1,10}\\.[a-z]+\\.[A-Za-z0-9_-]{43}$',
    examples: ['1.daily.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  }),
})

/** Stopping mails with one click, from a mail program or from the page that a mail links to. */
export const unsubscribing = {
  ask: get('/unsubscribe/:token', {
    summary: 'Redirects to the page that asks whether to stop these emails; changes nothing',
    access: 'public',
    status: 303,
    params: byToken,
    headers: { Location: 'The page /access/unsubscribe, with the token in its fragment' },
    response: { raw: 'text/html; charset=utf-8' },
  }),
  confirm: post('/unsubscribe/:token', {
    summary: 'Stops the emails that the token names (RFC 8058), with or without the form of an email program',
    access: 'public',
    oneClick: true,
    params: byToken,
    response: Type.Object({ success: Type.Literal(true) }),
    problems: ['not_found'],
  }),
}
