import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { get, put } from './endpoint.ts'
import { Line, Nullable, Timestamp } from './schema.ts'

export const BANNER_MAX = 300

/** An announcement, such as of maintenance, with the times that it is about. */
export const Banner = Type.Object({ text: Line(BANNER_MAX), from: Timestamp(), to: Timestamp() })
export type Banner = Static<typeof Banner>

const shown = { banner: Nullable(Banner, { description: 'Null when nothing is announced' }) }

const AdminBanner = Type.Object({ ...shown, updated_at: Nullable(Timestamp()) })
export type AdminBanner = Static<typeof AdminBanner>

export const BannerBody = Type.Object({
  ...shown,
  updated_at: Type.Optional(
    Nullable(Timestamp(), { description: 'Of the announcement as it was read; null where there was none' }),
  ),
})
export type BannerBody = Static<typeof BannerBody>

export const banner = {
  read: get('/banner', {
    summary: 'The announcement on all pages, until its time is over',
    access: 'public',
    response: Type.Object(shown),
    cache: { maxAge: 10, staleWhileRevalidate: 20 },
  }),
}

export const adminBanner = {
  read: get(adm('/banner'), {
    summary: 'The announcement on all pages, over or not',
    access: 'admin:read_desk',
    response: AdminBanner,
  }),
  update: put(adm('/banner'), {
    summary: 'Announces something on all pages, or with null nothing; visible at once',
    access: 'admin:publish',
    body: BannerBody,
    response: AdminBanner,
    problems: ['stale_write'],
  }),
}
