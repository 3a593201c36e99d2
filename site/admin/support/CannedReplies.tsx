import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminDesk, type CannedReply, CannedReplyBody } from '#contract/admin-desk'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import { placeholderList, unknownPlaceholders } from '#shared/desk/placeholders'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TextField } from '#site/admin/form/fields.tsx'
import { readLastChange } from '#site/admin/form/last-change.ts'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $cannedReplies, refreshCannedReplies } from './agents.ts'

type Values = { title: string; text: string }
const labels = { title: 'Title', text: 'Text' }
const NEW: CannedReply = { id: 0, title: '', text: '', updated_at: '' }

const versionOf = ({ title, text, updated_at }: CannedReply) => ({
  values: { title, text },
  updatedAt: updated_at || undefined,
})

const check = ({ title, text }: Values) => {
  const [unknown] = unknownPlaceholders(text)
  return {
    ...(title.trim() === '' && { title: 'Enter a title' }),
    ...(text.trim() === '' && { text: 'Enter the text' }),
    ...(unknown !== undefined && {
      text: `${unknown.slice(0, 40)} is no placeholder. There are ${placeholderList}`,
    }),
  }
}

const formOf = (row: CannedReply): RowFormOptions<Values, CannedReply> => ({
  initial: versionOf(row),
  check,
  failure: 'Failed to save the prepared answer: {reason}',
  save: async (values, { updatedAt, idempotencyKey }) => {
    const { canned_reply } = await (row.id === 0
      ? callAdmin(adminDesk.createCannedReply, { body: values }, { idempotencyKey })
      : callAdmin(adminDesk.updateCannedReply, {
          params: { id: row.id },
          body: { ...values, updated_at: updatedAt },
        }))
    return canned_reply
  },
  reread: async () => {
    const { canned_replies } = await callAdmin(adminDesk.cannedReplies)
    const now = canned_replies.find(({ id }) => id === row.id)
    return now && versionOf(now)
  },
  readLastChange: readLastChange({ entity: 'canned_reply', id: row.id }),
})

/** The prepared answers: added, changed and deleted here, inserted in the reply of a ticket or chat. */
export function CannedReplies({ showSuccess }: { showSuccess: (message: string) => void }) {
  const view = useStore($cannedReplies)
  const mayWrite = useMay()('desk')
  const [editing, setEditing] = useState<CannedReply>()
  const [deleting, setDeleting] = useState<CannedReply>()
  const done = async (message: string) => {
    await refreshCannedReplies()
    showSuccess(message)
  }
  const add = (
    <Button small aria-haspopup="dialog" onClick={() => setEditing({ ...NEW })}>
      Add prepared answer
    </Button>
  )
  return (
    <section className="panel min-w-0" aria-label="Prepared answers">
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4">
        <p className="text-[0.9375rem] text-ink-2">Placeholders: {placeholderList}</p>
        {mayWrite && add}
      </div>
      <RemoteView
        view={view}
        {...loadFailure('Failed to fetch the prepared answers')}
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
            <EmptyState title="No prepared answers">
              What is asked again and again is answered once here, and inserted in a reply.
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
        of={editing}
        onClose={() => setEditing(undefined)}
        title={editing?.id === 0 ? 'Add prepared answer' : 'Edit prepared answer'}
        form={formOf}
        labels={labels}
        submit="Save"
        busy="Saving..."
        onSaved={() => done('Prepared answer saved.')}
      >
        {(form) => (
          <>
            <TextField
              form={form}
              name="title"
              label={labels.title}
              required
              maxLength={fieldRules(CannedReplyBody, 'title').maxLength}
              data-autofocus
            />
            <AreaField
              form={form}
              name="text"
              label={labels.text}
              hint={`Filled when it is inserted: ${placeholderList}`}
              rows={8}
              required
              maxLength={fieldRules(CannedReplyBody, 'text').maxLength}
            />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete prepared answer"
        action="Delete prepared answer"
        busy="Deleting..."
        run={({ id }) => callAdmin(adminDesk.deleteCannedReply, { params: { id } })}
        onDone={() => done('Prepared answer deleted.')}
        onOutdated={refreshCannedReplies}
        failure="Failed to delete the prepared answer"
      >
        {({ title }) => (
          <>
            This deletes <strong>{title}</strong>. This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </section>
  )
}
