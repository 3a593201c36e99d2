import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, put } from './endpoint.ts'
import { Line, Maybe, NAME_MAX, Phone, TelegramName, WebAddress } from './schema.ts'
import { User } from './session.ts'

/** A field left out stays as it is; one sent empty is emptied. */
export const ProfileBody = Type.Object({
  first_name: Type.Optional(Line(NAME_MAX)),
  last_name: Type.Optional(Line(NAME_MAX)),
  phone: Maybe(Phone()),
  linkedin: Maybe(WebAddress()),
  twitter: Maybe(WebAddress()),
  telegram: Maybe(TelegramName()),
  country: Type.Optional(
    Line(NAME_MAX, {
      minLength: 0,
      description: 'English name or ISO 3166-1 alpha-2 code; offerings may admit some countries only',
    }),
  ),
})
export type ProfileBody = Static<typeof ProfileBody>

export const profile = {
  read: get('/user/profile', {
    summary: 'The profile of the investor',
    access: 'investor',
    response: Type.Object({ user: User }),
  }),
  update: put('/user/profile', {
    summary:
      'Changes the profile; an email in the body is ignored. The name of a verified investor stays, that of others can be changed five times a day',
    access: 'investor',
    body: ProfileBody,
    problems: ['conflict'],
    response: Type.Object({ success: Type.Literal(true), user: User }),
  }),
}
