import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminNotes, type Note, NoteBody } from '#contract/admin-notes'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import type { RowFormOptions } from '#core/form/row-form'
import { $administrator, $may } from '#core/session/admin-session'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { AreaField, TickField } from '#site/admin/form/fields.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { noteDetail } from './investor.ts'

type NoteForm = { text: string; pinned: boolean }
type Edited = { userId: number; note?: Note }

const labels = { text: 'Note', pinned: 'Pinned' }

const formOf = ({ userId, note }: Edited): RowFormOptions<NoteForm, unknown> => ({
  initial: {
    values: { text: note?.text ?? '', pinned: note?.pinned ?? false },
    updatedAt: note?.updated_at,
  },
  check: ({ text }): { text?: string } => (text.trim() === '' ? { text: 'Write the note' } : {}),
  save: (body, { updatedAt, idempotencyKey }) =>
    note
      ? callAdmin(adminNotes.update, {
          params: { id: userId, note_id: note.id },
          body: { ...body, updated_at: updatedAt },
        })
      : callAdmin(adminNotes.create, { params: { id: userId }, body }, { idempotencyKey }),
  failure: 'Failed to save the note',
})

/** Internal notes, which the investor never sees. */
export function Notes({ userId }: { userId: number }) {
  const opened = useDetail(noteDetail, String(userId))
  useLiveRefetch(['notes'], noteDetail.refresh)
  const mayWrite = useStore($may)('desk')
  const [edited, setEdited] = useState<Edited>()
  const [deleting, setDeleting] = useState<Note>()
  const [problem, setProblem] = useState('')
  const pin = async (note: Note) => {
    setProblem('')
    const params = { id: userId, note_id: note.id }
    const body = { pinned: !note.pinned, updated_at: note.updated_at }
    try {
      await callAdmin(adminNotes.update, { params, body })
    } catch (error) {
      setProblem(explainRejection(error, 'The note could not be pinned.'))
    }
    await noteDetail.refresh()
  }
  return (
    <Panel
      title="Internal notes"
      note="The investor never sees them"
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
        {...loadFailure('Failed to fetch the notes')}
        onRetry={noteDetail.refresh}
        loading={<Skeleton className="m-[22px] h-24" />}
      >
        {(notes) =>
          notes.length === 0 ? (
            <EmptyState title="No notes">Write what the next colleague should know.</EmptyState>
          ) : (
            <ul aria-label="Internal notes">
              {notes.map((note) => (
                <NoteRow
                  key={note.id}
                  of={note}
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
        of={edited}
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
            <AreaField
              form={form}
              name="text"
              label={labels.text}
              hint="@username tells that colleague in the panel"
              required
              rows={5}
              data-autofocus
              maxLength={fieldRules(NoteBody, 'text').maxLength}
            />
            <TickField form={form} name="pinned" label="Keep at the top" />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete note"
        action="Delete note"
        busy="Deleting..."
        run={({ id }) => callAdmin(adminNotes.remove, { params: { id: userId, note_id: id } })}
        onDone={noteDetail.refresh}
        onOutdated={noteDetail.refresh}
        failure="Failed to delete the note"
      >
        {() => 'This deletes the note for everybody. It cannot be undone.'}
      </ConfirmDialog>
    </Panel>
  )
}

interface NoteRowProps {
  of: Note
  mayWrite: boolean
  onPin: () => void
  onEdit: () => void
  onDelete: () => void
}

function NoteRow({ of: note, mayWrite, onPin, onEdit, onDelete }: NoteRowProps) {
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
        {by?.username ?? 'A removed administrator'}, <Moment instant={created_at} />
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
