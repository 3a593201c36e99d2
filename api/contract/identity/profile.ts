import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, put } from '#contract/endpoint'
import {
  HttpUrl,
  NAME_MAX,
  OptionalOrEmpty,
  Phone,
  SingleLineText,
  TelegramHandle,
} from '#contract/schema-builders'
import { User } from './session.ts'

/** Missing fields are unchanged; an empty value clears the field. */
export const ProfileBody = Type.Object({
  first_name: Type.Optional(SingleLineText(NAME_MAX)),
  last_name: Type.Optional(
    SingleLineText(NAME_MAX, { minLength: 0, description: 'Empty for a person with one name' }),
  ),
  phone: OptionalOrEmpty(Phone()),
  linkedin: OptionalOrEmpty(HttpUrl()),
  twitter: OptionalOrEmpty(HttpUrl()),
  telegram: OptionalOrEmpty(TelegramHandle()),
  country: Type.Optional(
    SingleLineText(NAME_MAX, {
      minLength: 0,
      description: 'English name or ISO 3166-1 alpha-2 code; some offerings are limited to certain countries',
    }),
  ),
})
export type ProfileBody = Static<typeof ProfileBody>

export const profile = {
  get: get('/user/profile', {
    summary: 'Retrieve the profile of the investor',
    access: 'investor',
    response: Type.Object({ user: User }),
  }),
  update: put('/user/profile', {
    summary:
      'Update the profile; an email in the body is ignored. Verified investors cannot change their name; others can change it five times a day',
    access: 'investor',
    body: ProfileBody,
    problems: ['conflict'],
    response: Type.Object({ success: Type.Literal(true), user: User }),
  }),
}
