import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get, put } from '#contract/endpoint'
import { ExtendObject, Id, StringEnum, Timestamp } from '#contract/schema-builders'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'

/** Maximum notifications in one response, newest first. */
export const NOTIFICATIONS_MAX = 100

export const Notification = Type.Object({
  id: Id(),
  category: StringEnum(notificationCategories),
  type: StringEnum(notificationTypes),
  title: Type.String(),
  message: Type.String(),
  is_read: Type.Boolean(),
  created_at: Timestamp(),
})
export type Notification = Static<typeof Notification>

/** A notification as its recipient sees it. */
export const InvestorNotification = ExtendObject(Notification, {
  link: Type.String({ description: 'Path of the related page; empty if none' }),
})
export type InvestorNotification = Static<typeof InvestorNotification>

export const NotificationList = Type.Object({
  notifications: Type.Array(InvestorNotification, { maxItems: NOTIFICATIONS_MAX }),
  unread_count: Type.Integer({ description: 'Across all notifications, not only those listed' }),
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
