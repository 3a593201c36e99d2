import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminSupportItems, type CannedReply, CannedReplyBody } from '#contract/desk/admin-support-items'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { findUnknownPlaceholders, placeholderList } from '#shared/support/placeholders'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { TextareaField, TextField } from '#site/admin/kit/form/form-fields.tsx'
import { getLastChange } from '#site/admin/kit/form/last-change.ts'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $cannedReplies, refreshCannedReplies } from './support-agents.ts'

type Values = { title: string; text: string }
const labels = { title: 'Title', text: 'Text' }
const NEW: CannedReply = { id: 0, title: '', text: '', updated_at: '' }

const versionOf = ({ title, text, updated_at }: CannedReply) => ({
  values: { title, text },
  updatedAt: updated_at || undefined,
})

const check = ({ title, text }: Values) => {
  const [unknown] = findUnknownPlaceholders(text)
  return {
    ...(title.trim() === '' && { title: 'Enter a title' }),
    ...(text.trim() === '' && { text: 'Enter the text' }),
    ...(unknown !== undefined && {
      text: `${unknown.slice(0, 40)} is not a valid placeholder. Available: ${placeholderList}`,
    }),
  }
}

const formOf = (row: CannedReply): RowFormOptions<Values, CannedReply> => ({
  initial: versionOf(row),
  check,
  failure: 'Failed to save canned reply: {reason}',
  save: async (values, { updatedAt, idempotencyKey }) => {
    const { canned_reply } = await (row.id === 0
      ? callAdminApi(adminSupportItems.createCannedReply, { body: values }, { idempotencyKey })
      : callAdminApi(adminSupportItems.updateCannedReply, {
          params: { id: row.id },
          body: { ...values, updated_at: updatedAt },
        }))
    return canned_reply
  },
  reread: async () => {
    const { canned_replies } = await callAdminApi(adminSupportItems.listCannedReplies)
    const now = canned_replies.find(({ id }) => id === row.id)
    return now && versionOf(now)
  },
  readLastChange: getLastChange({ entity: 'canned_reply', id: row.id }),
})

/** Canned replies: added, edited and deleted here, and inserted into replies to tickets or chats. */
export function CannedReplies({ showSuccess }: { showSuccess: (message: string) => void }) {
  const view = useStore($cannedReplies)
  const mayWrite = usePermissions()('desk')
  const [editing, setEditing] = useState<CannedReply>()
  const [deleting, setDeleting] = useState<CannedReply>()
  const done = async (message: string) => {
    await refreshCannedReplies()
    showSuccess(message)
  }
  const add = (
    <Button small aria-haspopup="dialog" onClick={() => setEditing({ ...NEW })}>
      Add canned reply
    </Button>
  )
  return (
    <section className="panel min-w-0" aria-label="Canned replies">
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4">
        <p className="text-[0.9375rem] text-ink-2">Placeholders: {placeholderList}</p>
        {mayWrite && add}
      </div>
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch canned replies')}
        onRetry={refreshCannedReplies}
        loading={
          <div className="grid gap-3 p-4">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        }
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No canned replies">
              Save replies to common questions and insert them when replying.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
                  <div className="min-w-0 flex-1 basis-64">
                    <h3 className="font-medium wrap-anywhere">{row.title}</h3>
                    <p className="mt-1 line-clamp-3 text-[0.9375rem] whitespace-pre-wrap text-ink-2 wrap-anywhere">
                      {row.text}
                    </p>
                  </div>
                  {mayWrite && (
                    <div className="flex gap-2">
                      <Button
                        small
                        look="quiet"
                        aria-haspopup="dialog"
                        aria-label={`Edit ${row.title}`}
                        onClick={() => setEditing(row)}
                      >
                        Edit
                      </Button>
                      <Button
                        small
                        look="danger"
                        aria-haspopup="dialog"
                        aria-label={`Delete ${row.title}`}
                        onClick={() => setDeleting(row)}
                      >
                        Delete
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </RemoteView>
      <EditDialog
        target={editing}
        onClose={() => setEditing(undefined)}
        title={editing?.id === 0 ? 'Add canned reply' : 'Edit canned reply'}
        form={formOf}
        labels={labels}
        submit="Save"
        busy="Saving..."
        onSaved={() => done('Canned reply saved.')}
      >
        {(form) => (
          <>
            <TextField
              form={form}
              name="title"
              label={labels.title}
              required
              maxLength={getFieldRules(CannedReplyBody, 'title').maxLength}
              data-autofocus
            />
            <TextareaField
              form={form}
              name="text"
              label={labels.text}
              hint={`Filled in when inserted: ${placeholderList}`}
              rows={8}
              required
              maxLength={getFieldRules(CannedReplyBody, 'text').maxLength}
            />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete canned reply"
        action="Delete canned reply"
        busy="Deleting..."
        run={({ id }) => callAdminApi(adminSupportItems.deleteCannedReply, { params: { id } })}
        onDone={() => done('Canned reply deleted.')}
        onOutdated={refreshCannedReplies}
        failure="Failed to delete canned reply"
      >
        {({ title }) => (
          <>
            <strong>{title}</strong> will be deleted. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </section>
  )
}
