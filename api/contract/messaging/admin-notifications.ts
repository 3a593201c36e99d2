import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  AdminPagination,
  adminPath,
  BulkIds,
  csvExport,
  EditBody,
  ListQuery,
  Success,
} from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import {
  ExtendObject,
  Id,
  MultilineText,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { Notification } from './notifications.ts'

/** A notification as administrators see it: with its recipient. */
export const AdminNotification = ExtendObject(Notification, {
  user_id: Id(),
  is_manual: Type.Boolean({
    description: 'Whether written by an administrator; other notifications cannot be edited',
  }),
  updated_at: Timestamp(),
})
export type AdminNotification = Static<typeof AdminNotification>

const content = {
  title: SingleLineText(SUBJECT_MAX),
  message: MultilineText(),
  type: StringEnum(notificationTypes, { default: 'info' }),
  category: StringEnum(notificationCategories, { default: 'system' }),
}

/** Either one investor or several, not both; without either, every active investor. */
export const SendNotificationBody = Type.Object(
  {
    ...content,
    target_user_id: Type.Optional(Id()),
    target_user_ids: Type.Optional(BulkIds('users')),
    skip_unreachable: Type.Optional(
      Type.Boolean({
        description:
          'With `target_user_ids`: skip deleted or inactive investors instead of rejecting the request',
      }),
    ),
  },
  // A misspelt recipient field would otherwise send the message to everyone.
  { strict: true },
)
export type SendNotificationBody = Static<typeof SendNotificationBody>

export const NotificationEdit = EditBody(Type.Object(content))
export type NotificationEdit = Static<typeof NotificationEdit>

const params = Type.Object({ id: Id() })
const ofUser = Type.Object({ user_id: Id() })
const filters = { category: Type.Optional(StringEnum(notificationCategories)) }

export const adminNotifications = {
  list: get(adminPath('/notifications/user/:user_id'), {
    summary: 'List notifications of an investor; search covers title and message',
    access: 'admin:read_desk',
    params: ofUser,
    query: ListQuery(['-created_at', 'title', 'is_read'], filters),
    response: Type.Object({ notifications: Type.Array(AdminNotification), pagination: AdminPagination }),
    problems: ['not_found'],
  }),
  exportCsv: get(adminPath('/notifications/user/:user_id/export'), {
    ...csvExport('admin:read_desk', 'Notifications of one investor, newest first,', filters),
    params: ofUser,
    problems: ['not_found'],
  }),
  get: get(adminPath('/notifications/:id'), {
    summary: 'One notification',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found'],
  }),
  update: put(adminPath('/notifications/:id'), {
    summary: 'Edit a notification written by an administrator; its read status is unchanged',
    access: 'admin:desk',
    params,
    body: NotificationEdit,
    response: Type.Object({ notification: AdminNotification }),
    problems: ['not_found', 'stale_write', 'conflict'],
  }),
  delete: remove(adminPath('/notifications/:id'), {
    summary: 'Delete a notification; those about security or money sent by the system cannot be deleted',
    access: 'admin:desk',
    params,
    response: Success,
    problems: ['not_found', 'conflict'],
  }),
  deleteMany: post(adminPath('/notifications/bulk-delete'), {
    summary: 'Delete up to 500 notifications, all or none; already deleted ones are not counted',
    access: 'admin:desk',
    body: Type.Object({ ids: BulkIds('notifications') }),
    response: Type.Object({ success: Type.Literal(true), deleted: Type.Integer() }),
    problems: ['conflict'],
  }),
  send: post(adminPath('/notifications/send-direct'), {
    summary:
      'Notify one active investor, up to 500 investors (all or none, or skipping inactive ones), or all active investors',
    access: 'admin:desk',
    body: withApprovalReason(SendNotificationBody),
    problems: ['conflict'],
    // A message to more than one investor.
    approvalRule: {
      permission: 'publish',
      actions: ['notification.broadcast', 'notification.send_to_several'],
    },
    status: 201,
    idempotent: true,
    response: Type.Object({
      success: Type.Literal(true),
      target_users: Type.Integer({ description: 'Number of investors notified' }),
    }),
  }),
}
