import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { AdminPagination, adm, BulkIds, csvFile, Done, EditOf, ListQuery } from './admin.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Notification } from './notifications.ts'
import { Extended, Id, Line, OneOf, SUBJECT_MAX, Text, Timestamp } from './schema.ts'

/** A notification as administrators see it: with the investor it is for. */
export const AdminNotification = Extended(Notification, {
  user_id: Id(),
  is_manual: Type.Boolean({ description: 'Written by an administrator; the text of others is not changed' }),
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
export const SendBody = Type.Object(
  {
    ...content,
    target_user_id: Type.Optional(Id()),
    target_user_ids: Type.Optional(BulkIds('users')),
    skip_unreachable: Type.Optional(
      Type.Boolean({
        description:
          'With `target_user_ids`: those who were deleted or disabled are left out, instead of refusing the call',
      }),
    ),
  },
  // A misspelt recipient would make it a message to everybody.
  { strict: true },
)
export type SendBody = Static<typeof SendBody>

export const NotificationEdit = EditOf(Type.Object(content))
export type NotificationEdit = Static<typeof NotificationEdit>

const params = Type.Object({ id: Id() })
const ofUser = Type.Object({ user_id: Id() })
const filters = { category: Type.Optional(OneOf(notificationCategories)) }

export const adminNotifications = {
  list: get(adm('/notifications/user/:user_id'), {
    summary: 'A page of the notifications of one investor; search covers title and message',
    access: 'admin:read_desk',
    params: ofUser,
    query: ListQuery(['-created_at', 'title', 'is_read'], filters),
    response: Type.Object({ notifications: Type.Array(AdminNotification), pagination: AdminPagination }),
    problems: ['not_found'],
  }),
  exportCsv: get(adm('/notifications/user/:user_id/export'), {
    ...csvFile('admin:read_desk', 'The notifications of one investor, newest first,', filters),
    params: ofUser,
    problems: ['not_found'],
  }),
  read: get(adm('/notifications/:id'), {
    summary: 'One notification',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found'],
  }),
  update: put(adm('/notifications/:id'), {
    summary: 'Changes the text of a notification that an administrator wrote; its read state is unchanged',
    access: 'admin:desk',
    params,
    body: NotificationEdit,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found', 'stale_write', 'conflict'],
  }),
  remove: remove(adm('/notifications/:id'), {
    summary: 'Deletes a notification',
    access: 'admin:desk',
    params,
    response: Done,
    problems: ['not_found'],
  }),
  removeMany: post(adm('/notifications/bulk-delete'), {
    summary: 'Deletes up to 500 notifications; those already deleted are not counted',
    access: 'admin:desk',
    body: Type.Object({ ids: BulkIds('notifications') }),
    response: Type.Object({ success: Type.Literal(true), deleted: Type.Integer() }),
  }),
  send: post(adm('/notifications/send-direct'), {
    summary:
      'Notifies one active investor, up to 500 of them (all or none, or without those who are disabled), or all',
    access: 'admin:desk',
    body: SendBody,
    status: 201,
    idempotent: true,
    response: Type.Object({
      success: Type.Literal(true),
      target_users: Type.Integer({ description: 'Number of notified investors' }),
    }),
  }),
}
