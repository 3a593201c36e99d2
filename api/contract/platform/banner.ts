import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, put } from '#contract/endpoint'
import { Nullable, SingleLineText, Timestamp } from '#contract/schema-builders'

export const BANNER_LENGTH_MAX = 300

/** An announcement, for example of maintenance, with the times it refers to. */
export const Banner = Type.Object({
  text: SingleLineText(BANNER_LENGTH_MAX),
  from: Timestamp(),
  to: Timestamp(),
})
export type Banner = Static<typeof Banner>

const shown = { banner: Nullable(Banner, { description: 'Null if there is no announcement' }) }

const AdminBanner = Type.Object({ ...shown, updated_at: Nullable(Timestamp()) })
export type AdminBanner = Static<typeof AdminBanner>

export const BannerBody = Type.Object({
  ...shown,
  updated_at: Type.Optional(
    Nullable(Timestamp(), { description: 'Last update of the announcement as read; null if there was none' }),
  ),
})
export type BannerBody = Static<typeof BannerBody>

export const banner = {
  get: get('/banner', {
    summary: 'Current site announcement',
    access: 'public',
    response: Type.Object(shown),
    cache: { maxAge: 10, staleWhileRevalidate: 20 },
  }),
}

export const adminBanner = {
  get: get(adminPath('/banner'), {
    summary: 'Site announcement, including expired',
    access: 'admin:read_desk',
    response: AdminBanner,
  }),
  update: put(adminPath('/banner'), {
    summary: 'Publish a site announcement, or remove it with null; effective immediately',
    access: 'admin:publish',
    body: withApprovalReason(BannerBody),
    // Removing the announcement or showing it for less time needs no one else.
    approvalRule: { fields: [] },
    response: AdminBanner,
    problems: ['stale_write'],
  }),
}
