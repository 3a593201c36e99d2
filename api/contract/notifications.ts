import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { get, put } from './endpoint.ts'
import { Extended, Id, OneOf, Timestamp } from './schema.ts'

/** Notifications of one response: the newest. */
export const NOTIFICATIONS_MAX = 100

export const Notification = Type.Object({
  id: Id(),
  category: OneOf(notificationCategories),
  type: OneOf(notificationTypes),
  title: Type.String(),
  message: Type.String(),
  is_read: Type.Boolean(),
  created_at: Timestamp(),
})
export type Notification = Static<typeof Notification>

/** A notification as its reader sees it. */
export const OwnNotification = Extended(Notification, {
  link: Type.String({ description: 'Path of the page that it is about; empty for none' }),
})
export type OwnNotification = Static<typeof OwnNotification>

export const NotificationList = Type.Object({
  notifications: Type.Array(OwnNotification, { maxItems: NOTIFICATIONS_MAX }),
  unread_count: Type.Integer({ description: 'Of all notifications, not only of those listed' }),
})
export type NotificationList = Static<typeof NotificationList>

export const notifications = {
  list: get('/user/notifications', {
    summary: `The newest ${NOTIFICATIONS_MAX} notifications`,
    access: 'investor',
    response: NotificationList,
  }),
  markRead: put('/user/notifications/:id/read', {
    summary: 'Marks one notification as read',
    access: 'investor',
    params: Type.Object({ id: Id() }),
    response: Type.Object({ success: Type.Literal(true) }),
  }),
  markAllRead: put('/user/notifications/read-all', {
    summary: 'Marks all notifications as read',
    access: 'investor',
    response: Type.Object({ success: Type.Literal(true), updated: Type.Integer() }),
  }),
}
