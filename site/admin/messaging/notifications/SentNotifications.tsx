import { useState } from 'react'
import { type AdminNotification, adminNotifications } from '#contract/messaging/admin-notifications'
import { callAdminApi } from '#core/api/admin-api'
import type { FormVersion, RowFormOptions } from '#core/form/row-form'
import { amountCategories } from '#shared/enums/notifications'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import type { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge, type BadgeTone } from '#ui/Badge'
import { Button } from '#ui/Button'
import { deleteIcon, editIcon } from '#ui/icons/row-actions'
import { MessageFields } from './MessageFields.tsx'
import { notificationList } from './notification-list.ts'
import { categoryOptions, type SendValues, toMessageContent } from './send-form.ts'

const tones: Record<AdminNotification['type'], BadgeTone> = {
  info: 'info',
  success: 'gain',
  warning: 'warn',
  error: 'loss',
}

const columns: Column<AdminNotification>[] = [
  {
    id: 'title',
    label: 'Notification',
    sort: 'title',
    cell: ({ title, message }) => (
      <div className="max-w-[60ch]">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="line-clamp-2 text-[0.875rem] leading-snug font-normal whitespace-pre-line text-ink-2 wrap-anywhere">
          {message}
        </span>
      </div>
    ),
  },
  { id: 'type', label: 'Type', cell: ({ type }) => <Badge tone={tones[type]}>{type}</Badge> },
  { id: 'category', label: 'Category', cell: ({ category }) => category },
  { id: 'read', label: 'Read', sort: 'is_read', cell: ({ is_read }) => (is_read ? 'Read' : 'Unread') },
  {
    id: 'sent',
    label: 'Sent',
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
  },
]

const categories = [{ value: '' as const, label: 'All categories' }, ...categoryOptions]

interface SentProps {
  state: ReturnType<typeof useAdminList<AdminNotification, (typeof notificationList)['rules']['filters']>>
  /** The user's name. */
  owner: string
  showSuccess: (message: string) => void
}

const versionOf = ({
  title,
  message,
  type,
  category,
  updated_at,
}: AdminNotification): FormVersion<SendValues> => ({
  values: { title, message, type, category, reason: '' },
  updatedAt: updated_at,
})

/** Whether a notification of the system tells the investor what was done to the account or its money. */
const isKept = ({ category }: AdminNotification): boolean =>
  category === 'security' || amountCategories.includes(category)

/**
 * A user's notifications. Those written by an administrator can be edited and deleted; those sent by the system can be
 * deleted with permission to publish, except for those about security or money.
 */
export function SentNotifications({ state, owner, showSuccess }: SentProps) {
  const [editing, setEditing] = useState<AdminNotification>()
  const [deleting, setDeleting] = useState<readonly AdminNotification[]>()
  const may = usePermissions()
  const mayChange = may('desk')
  const done = async (message: string) => {
    await notificationList.refresh()
    showSuccess(message)
  }
  return (
    <>
      <ListTable
        state={state}
        caption="Notifications"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        tools={
          <>
            <SearchBox state={state} placeholder="Search title and message" />
            <FilterSelect state={state} name="category" label="Category" options={categories} />
          </>
        }
        actions={
          mayChange
            ? (row) => (
                <>
                  {row.is_manual && (
                    <RowAction
                      icon={editIcon}
                      label="Edit"
                      name={`Edit ${row.title}`}
                      opensDialog
                      onClick={() => setEditing(row)}
                    />
                  )}
                  {(row.is_manual || (may('publish') && !isKept(row))) && (
                    <RowAction
                      icon={deleteIcon}
                      label="Delete"
                      name={`Delete ${row.title}`}
                      opensDialog
                      onClick={() => setDeleting([row])}
                    />
                  )}
                </>
              )
            : undefined
        }
        bulk={
          mayChange
            ? (rows) => (
                <Button look="quiet" small onClick={() => setDeleting(rows)}>
                  Delete selected
                </Button>
              )
            : undefined
        }
        empty={{ title: 'No notifications found', hint: `Nothing has been sent to ${owner} yet.` }}
        failure="Failed to fetch user notifications"
      />
      <EditDialog
        target={editing}
        onClose={() => setEditing(undefined)}
        title="Edit notification"
        kicker={owner}
        form={(row): RowFormOptions<SendValues, unknown> => ({
          initial: versionOf(row),
          failure: 'Failed to update notification: {reason}',
          save: async (values, { updatedAt }) =>
            callAdminApi(adminNotifications.update, {
              params: { id: row.id },
              body: { ...toMessageContent(values), updated_at: updatedAt },
            }),
          readLastChange: getLastChange({ entity: 'notification', id: row.id }),
          reread: async () =>
            versionOf((await callAdminApi(adminNotifications.get, { params: { id: row.id } })).notification),
        })}
        labels={{ title: 'Title', message: 'Message', type: 'Type', category: 'Category' }}
        submit="Save notification"
        onGone={notificationList.refresh}
        busy="Saving..."
        onSaved={() => done('Notification updated.')}
      >
        {(form) => <MessageFields form={form} />}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title={deleting && deleting.length > 1 ? 'Delete notifications' : 'Delete notification'}
        action="Delete"
        busy="Deleting..."
        run={(rows) => deleteAll(rows)}
        onDone={(rows) =>
          done(rows.length === 1 ? 'Notification deleted.' : `${rows.length} notifications deleted.`)
        }
        onOutdated={notificationList.refresh}
        failure="Failed to delete notification"
      >
        {(rows) => (
          <>
            <strong>{nameAll(rows)}</strong> will be deleted and removed from the notifications of {owner}{' '}
            immediately. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

/** Maximum number of titles listed in a confirmation; beyond that only the number is shown. */
const NAMED_MAX = 5

function nameAll(rows: readonly AdminNotification[]): string {
  const titles = rows.slice(0, NAMED_MAX).map(({ title }) => title)
  const more = rows.length - titles.length
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(
    more > 0 ? [...titles, `${more} more`] : titles,
  )
}

async function deleteAll(rows: readonly AdminNotification[]): Promise<void> {
  const [first, ...others] = rows
  if (first && others.length === 0)
    await callAdminApi(adminNotifications.delete, { params: { id: first.id } })
  else await callAdminApi(adminNotifications.deleteMany, { body: { ids: rows.map(({ id }) => id) } })
}
