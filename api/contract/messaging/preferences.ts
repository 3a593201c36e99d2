/** An investor's display and notification preferences. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, put } from '#contract/endpoint'
import { NAME_MAX, OptionalOrEmpty, StringEnum } from '#contract/schema-builders'
import { emailFrequencies, notificationTopics } from '#shared/enums/notifications'
import { numberFormats, themes } from '#shared/enums/preferences'
import { dateFormats } from '#shared/enums/site'

const TimeZone = () =>
  Type.String({
    minLength: 1,
    maxLength: NAME_MAX,
    pattern: '^[A-Za-z0-9_+/-]+$',
    errorMessage: 'Select a time zone, for example Europe/Zurich',
    examples: ['Europe/Zurich'],
  })

const appearance = {
  theme: StringEnum(themes),
  time_zone: Type.String({ description: 'IANA time zone; empty to use the browser setting' }),
  date_format: StringEnum(['', ...dateFormats], { description: 'Empty to use the site setting' }),
  number_format: StringEnum(numberFormats),
}

const ways = {
  bell: Type.Boolean({ description: 'Whether to show it in notifications' }),
  email: StringEnum(emailFrequencies, {
    description: '`daily`: one summary email each morning in the time zone of the investor',
  }),
}

const byKind = <T extends (typeof notificationTopics)[number], S>(
  kinds: readonly T[],
  schema: () => S,
): Record<T, S> => Object.fromEntries(kinds.map((kind) => [kind, schema()])) as Record<T, S>

export const Preferences = Type.Object({
  ...appearance,
  notifications: Type.Object(byKind(notificationTopics, () => Type.Object(ways))),
})
export type Preferences = Static<typeof Preferences>

/** Missing fields are unchanged. */
export const PreferencesBody = Type.Object({
  theme: Type.Optional(appearance.theme),
  time_zone: OptionalOrEmpty(TimeZone()),
  date_format: OptionalOrEmpty(StringEnum(dateFormats)),
  number_format: Type.Optional(appearance.number_format),
  notifications: Type.Optional(
    Type.Object(
      byKind(notificationTopics, () =>
        Type.Optional(Type.Partial(Type.Object(ways), { additionalProperties: false })),
      ),
      { additionalProperties: false, minProperties: 1 },
    ),
  ),
})
export type PreferencesBody = Static<typeof PreferencesBody>

const response = Type.Object({ preferences: Preferences })

export const preferences = {
  get: get('/user/preferences', {
    summary: 'Display and notification preferences of the investor',
    access: 'investor',
    response,
  }),
  update: put('/user/preferences', {
    summary:
      'Update the preferences in the body; others are unchanged. Security notifications cannot be turned off',
    access: 'investor',
    csrf: true,
    body: PreferencesBody,
    response,
  }),
}
