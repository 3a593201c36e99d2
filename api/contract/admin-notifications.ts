import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adm, BulkIds, csvFile, Done, EditOf, ListQuery } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Notification, notificationCategories, notificationTypes } from './notifications.ts'
import { Id, Line, OneOf, SUBJECT_MAX, Text, Timestamp } from './schema.ts'

/** A notification as administrators see it: with the investor it is for. */
export const AdminNotification = Type.Object({
  ...Notification.properties,
  user_id: Id(),
  updated_at: Timestamp(),
})
export type AdminNotification = Static<typeof AdminNotification>

const content = {
  title: Line(SUBJECT_MAX),
  message: Text(),
  type: OneOf(notificationTypes, { default: 'info' }),
  category: OneOf(notificationCategories, { default: 'system' }),
}

/** To one investor or to several, not both; without either to every active investor. */
export const SendBody = Type.Object({
  ...content,
  target_user_id: Type.Optional(Id()),
  target_user_ids: Type.Optional(BulkIds('users')),
})
export type SendBody = Static<typeof SendBody>

export const NotificationEdit = EditOf(Type.Object(content))
export type NotificationEdit = Static<typeof NotificationEdit>

const params = Type.Object({ id: Id() })
const ofUser = Type.Object({ user_id: Id() })
const filters = { category: Type.Optional(OneOf(notificationCategories)) }

export const adminNotifications = {
  list: get(adm('/notifications/user/:user_id'), {
    summary: 'A page of what one investor was told; search looks at title and message',
    access: 'admin',
    params: ofUser,
    query: ListQuery(['-created_at', 'title', 'is_read'], filters),
    response: Type.Object({ notifications: Type.Array(AdminNotification), pagination: AdminPagination }),
    problems: ['not_found'],
  }),
  exportCsv: get(adm('/notifications/user/:user_id/export'), {
    ...csvFile('What one investor was told, newest first,', filters),
    params: ofUser,
    problems: ['not_found'],
  }),
  read: get(adm('/notifications/:id'), {
    summary: 'One notification',
    access: 'admin',
    params,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found'],
  }),
  update: put(adm('/notifications/:id'), {
    summary: 'Changes what a notification says; whether it was read stays',
    access: 'admin',
    params,
    body: NotificationEdit,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found', 'stale_write'],
  }),
  remove: remove(adm('/notifications/:id'), {
    summary: 'Takes a notification back',
    access: 'admin',
    params,
    response: Done,
    problems: ['not_found'],
  }),
  removeMany: post(adm('/notifications/bulk-delete'), {
    summary: 'Takes up to 500 notifications back; those already gone are not counted',
    access: 'admin',
    body: Type.Object({ ids: BulkIds('notifications') }),
    response: Type.Object({ success: Type.Literal(true), deleted: Type.Integer() }),
  }),
  send: post(adm('/notifications/send-direct'), {
    summary: 'Notifies one active investor, up to 500 of them (all or none), or all',
    access: 'admin',
    body: SendBody,
    status: 201,
    idempotent: true,
    response: Type.Object({
      success: Type.Literal(true),
      target_users: Type.Integer({ description: 'How many were notified' }),
    }),
  }),
}
