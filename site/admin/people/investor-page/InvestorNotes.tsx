import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminNotes, type Note, NoteBody } from '#contract/people/admin-notes'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import type { RowFormOptions } from '#core/form/row-form'
import { $administrator, $may } from '#core/session/admin-session'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { CheckboxField, TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { noteDetail } from './investor-store.ts'

type NoteForm = { text: string; pinned: boolean }
type Edited = { userId: number; note?: Note }

const labels = { text: 'Note', pinned: 'Pinned' }

const formOf = ({ userId, note }: Edited): RowFormOptions<NoteForm, unknown> => ({
  initial: {
    values: { text: note?.text ?? '', pinned: note?.pinned ?? false },
    updatedAt: note?.updated_at,
  },
  check: ({ text }): { text?: string } => (text.trim() === '' ? { text: 'Enter a note' } : {}),
  save: (body, { updatedAt, idempotencyKey }) =>
    note
      ? callAdminApi(adminNotes.update, {
          params: { id: userId, note_id: note.id },
          body: { ...body, updated_at: updatedAt },
        })
      : callAdminApi(adminNotes.create, { params: { id: userId }, body }, { idempotencyKey }),
  failure: 'Failed to save the note',
})

/** Internal notes, which are never shown to the investor. */
export function InvestorNotes({ userId }: { userId: number }) {
  const opened = useDetail(noteDetail, String(userId))
  useRefetchOnEvents(['notes'], noteDetail.refresh)
  const mayWrite = useStore($may)('desk')
  const [edited, setEdited] = useState<Edited>()
  const [deleting, setDeleting] = useState<Note>()
  const [problem, setProblem] = useState('')
  const pin = async (note: Note) => {
    setProblem('')
    const params = { id: userId, note_id: note.id }
    const body = { pinned: !note.pinned, updated_at: note.updated_at }
    try {
      await callAdminApi(adminNotes.update, { params, body })
    } catch (error) {
      setProblem(getServerErrorMessage(error, 'The note could not be updated.'))
    }
    await noteDetail.refresh()
  }
  return (
    <Panel
      title="Internal notes"
      note="Not visible to the investor"
      aside={
        mayWrite && (
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setEdited({ userId })}>
            Add note
          </Button>
        )
      }
    >
      <RemoteView
        view={opened}
        {...getLoadErrorProps('Failed to fetch the notes')}
        onRetry={noteDetail.refresh}
        loading={<Skeleton className="m-[22px] h-24" />}
      >
        {(notes) =>
          notes.length === 0 ? (
            <EmptyState title="No notes">Add information for your colleagues.</EmptyState>
          ) : (
            <ul aria-label="Internal notes">
              {notes.map((note) => (
                <NoteRow
                  key={note.id}
                  note={note}
                  mayWrite={mayWrite}
                  onPin={() => void pin(note)}
                  onEdit={() => setEdited({ userId, note })}
                  onDelete={() => setDeleting(note)}
                />
              ))}
            </ul>
          )
        }
      </RemoteView>
      {problem && (
        <p className="px-[22px] py-3 text-[0.875rem] text-loss" role="alert">
          {problem}
        </p>
      )}
      <EditDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        title={edited?.note ? 'Edit note' : 'Add note'}
        form={formOf}
        labels={labels}
        submit="Save note"
        busy="Saving..."
        onGone={noteDetail.refresh}
        onSaved={noteDetail.refresh}
      >
        {(form) => (
          <>
            <TextareaField
              form={form}
              name="text"
              label={labels.text}
              hint="Use @username to notify a colleague"
              required
              rows={5}
              data-autofocus
              maxLength={getFieldRules(NoteBody, 'text').maxLength}
            />
            <CheckboxField form={form} name="pinned" label="Pin to top" />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete note"
        action="Delete note"
        busy="Deleting..."
        run={({ id }) => callAdminApi(adminNotes.delete, { params: { id: userId, note_id: id } })}
        onDone={noteDetail.refresh}
        onOutdated={noteDetail.refresh}
        failure="Failed to delete the note"
      >
        {() => 'The note will be deleted for everyone. This action cannot be undone.'}
      </ConfirmDialog>
    </Panel>
  )
}

interface NoteRowProps {
  note: Note
  mayWrite: boolean
  onPin: () => void
  onEdit: () => void
  onDelete: () => void
}

function NoteRow({ note, mayWrite, onPin, onEdit, onDelete }: NoteRowProps) {
  const isOwn = useStore($administrator) === note.by?.id
  const { text, pinned, by, created_at } = note
  return (
    <li className="border-line border-b px-[22px] py-3 last:border-b-0 max-sm:px-4">
      {pinned && (
        <p className="mb-1.5">
          <Badge tone="info">Pinned</Badge>
        </p>
      )}
      <p className="text-[0.9375rem] leading-snug whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="mt-1 text-[0.875rem] text-ink-3">
        {by?.username ?? 'Deleted administrator'}, <AdminDateTime instant={created_at} />
      </p>
      {mayWrite && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button look="quiet" small onClick={onPin}>
            {pinned ? 'Unpin' : 'Pin'}
          </Button>
          {isOwn && (
            <>
              <Button look="quiet" small aria-haspopup="dialog" onClick={onEdit}>
                Edit
              </Button>
              <Button look="quiet" small aria-haspopup="dialog" onClick={onDelete}>
                Delete
              </Button>
            </>
          )}
        </p>
      )}
    </li>
  )
}
