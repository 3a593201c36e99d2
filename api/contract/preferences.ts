/** How an investor wants to read the site, and to be told of what happens. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { emailWays, notificationKinds } from '#shared/enums/notifications'
import { numberFormats, themes } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'
import { get, put } from './endpoint.ts'
import { Maybe, NAME_MAX, OneOf } from './schema.ts'

const TimeZone = () =>
  Type.String({
    minLength: 1,
    maxLength: NAME_MAX,
    pattern: '^[A-Za-z0-9_+/-]+$',
    says: 'Choose a time zone, such as Europe/Zurich',
    examples: ['Europe/Zurich'],
  })

const appearance = {
  theme: OneOf(themes),
  time_zone: Type.String({ description: 'Of the IANA database; empty for that of the browser' }),
  date_format: OneOf(['', ...dateFormats], { description: 'Empty for that of the site settings' }),
  number_format: OneOf(numberFormats),
}

const ways = {
  bell: Type.Boolean({ description: 'Shown under the bell' }),
  email: OneOf(emailWays, { description: '`daily`: one mail in the morning of the time zone' }),
}

const byKind = <T extends (typeof notificationKinds)[number], S>(
  kinds: readonly T[],
  schema: () => S,
): Record<T, S> => Object.fromEntries(kinds.map((kind) => [kind, schema()])) as Record<T, S>

export const Preferences = Type.Object({
  ...appearance,
  notifications: Type.Object(byKind(notificationKinds, () => Type.Object(ways))),
})
export type Preferences = Static<typeof Preferences>

/** What is left out stays as it is. */
export const PreferencesBody = Type.Object({
  theme: Type.Optional(appearance.theme),
  time_zone: Maybe(TimeZone()),
  date_format: Maybe(OneOf(dateFormats)),
  number_format: Type.Optional(appearance.number_format),
  notifications: Type.Optional(
    Type.Object(
      byKind(notificationKinds, () =>
        Type.Optional(Type.Partial(Type.Object(ways), { additionalProperties: false })),
      ),
      { additionalProperties: false, minProperties: 1 },
    ),
  ),
})
export type PreferencesBody = Static<typeof PreferencesBody>

const response = Type.Object({ preferences: Preferences })

export const preferences = {
  read: get('/user/preferences', {
    summary: 'How the investor wants to read the site and to be told of what happens',
    access: 'investor',
    response,
  }),
  update: put('/user/preferences', {
    summary:
      'Changes the preferences in the body and keeps the others. Notifications about security cannot be switched off',
    access: 'investor',
    csrf: true,
    body: PreferencesBody,
    response,
  }),
}
