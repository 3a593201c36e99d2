import { useStore } from '@nanostores/react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import { ApiError } from '#core/api/call-errors'
import { createRowForm, type FormValues, type RowForm, type RowFormOptions } from '#core/form/row-form'
import { type ApprovedWrite, SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { Button } from '#ui/Button'
import { DeferredContent } from '#ui/DeferredContent'
import { Dialog } from '#ui/Dialog'
import { EditForm } from './EditForm.tsx'
import { UnsavedChangesDialog, UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import { useLastTarget } from './use-last-target.ts'

interface Review<V extends FormValues, Target> {
  /** Whether these values need confirmation; by default all do. */
  isAsked?: (values: V) => boolean
  title: string
  /** The label of the button, with its object: 'Enter transfer'. */
  action: string
  /** What will happen, with the names and figures. */
  message: (values: V, target: Target) => ReactNode
}

interface EditDialogProps<Target, V extends FormValues, Saved> {
  /** The edited row; undefined while the dialog is closed. */
  target: Target | undefined
  onClose: () => void
  title: string
  kicker?: string
  size?: 'form' | 'wide'
  /** The form's initial values, validation and save function. */
  form: (target: Target) => RowFormOptions<V, Saved>
  /** Field labels for comparing two versions of a row. */
  labels: Partial<Record<keyof V & string, string>>
  submit: string
  busy: string
  /**
   * What is still missing before the form can be submitted, such as an owner; empty if nothing. The button is disabled
   * and this text is beside it. Use `check` for invalid input: its message is shown at the field once the button is
   * pressed.
   */
  obstacle?: (values: V) => string
  /**
   * Asks for confirmation before valid values are sent, for irreversible changes: states what will happen. Values
   * already confirmed are not asked about again if only the reason was missing.
   */
  review?: Review<V, Target>
  /** The style of the button; 'danger' for irreversible actions. */
  look?: 'primary' | 'danger'
  /** Warns beforehand that the write may need a second administrator's approval. */
  approval?: ApprovedWrite | ((values: V, target: Target) => ApprovedWrite) | undefined
  /** Called after a failure because someone else deleted the row; reloads the list. */
  onGone?: () => unknown
  /** Called after the server has stored it; the dialog closes once the returned promise resolves. */
  onSaved: (saved: Saved) => unknown
  children: (form: RowForm<V, Saved>, target: Target) => ReactNode
}

/**
 * A dialog that creates or edits a row. It closes once the server has stored the row and the list has been reloaded,
 * which would otherwise show the old row. It never closes while saving, and asks before discarding unsaved input.
 *
 *     <EditDialog
 *       target={editing}
 *       onClose={() => setEditing(undefined)}
 *       title="Edit notification"
 *       form={(row) => ({
 *         initial: { values: { title: row.title, message: row.message }, updatedAt: row.updated_at },
 *         save: (values, { updatedAt }) =>
 *           callAdminApi(notifications.update, { params: { id: row.id }, body: { ...values, updated_at: updatedAt } }),
 *         reread: () => readNotification(row.id),
 *         failure: 'Failed to update notification: {reason}',
 *       })}
 *       labels={{ title: 'Title', message: 'Message' }}
 *       submit="Save" busy="Saving..."
 *       onSaved={async () => { await list.refresh(); showSuccess('Notification updated') }}
 *     >
 *       {(form) => <TextField form={form} name="title" label="Title" required maxLength={200} />}
 *     </EditDialog>
 */
export function EditDialog<Target, V extends FormValues, Saved>(props: EditDialogProps<Target, V, Saved>) {
  const { target, onClose, title, kicker, size } = props
  const { last, count } = useLastTarget(target)
  const form = useRef<RowForm<V, Saved>>(undefined)
  const [isAsking, setAsking] = useState(false)
  const isSaving = () => form.current?.$state.get().status.name === 'saving'
  const mayClose = () => !isSaving() && !form.current?.isChanged()
  const askUnlessSaving = () => setAsking(!isSaving())
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      mayClose={mayClose}
      onStay={askUnlessSaving}
      title={title}
      kicker={kicker}
      size={size}
    >
      {last !== undefined && (
        <DeferredContent>
          <DialogForm
            key={count}
            {...props}
            target={last}
            isOpen={target !== undefined}
            onForm={(made) => {
              form.current = made
            }}
            onCancel={() => (mayClose() ? onClose() : askUnlessSaving())}
          />
        </DeferredContent>
      )}
      <UnsavedChangesDialog
        open={isAsking}
        stay="Keep editing"
        leave="Discard changes"
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Values without the reason. */
const contentOf = ({ reason: _, ...values }: FormValues): string => JSON.stringify(values)

interface DialogFormProps<Target, V extends FormValues, Saved> extends EditDialogProps<Target, V, Saved> {
  target: Target
  isOpen: boolean
  /** Receives the form created for the target. */
  onForm: (form: RowForm<V, Saved>) => void
  onCancel: () => void
}

function DialogForm<Target, V extends FormValues, Saved>(props: DialogFormProps<Target, V, Saved>) {
  const { target, isOpen, onForm, onCancel, onClose, onSaved, onGone, labels, submit, busy } = props
  const { obstacle, review, look, approval, children } = props
  const obstacleId = useId()
  const [reviewing, setReviewing] = useState<V>()
  const { last: reviewed } = useLastTarget(reviewing)
  const agreed = useRef<string>(undefined)
  const [{ form, check }] = useState(() => {
    const options = props.form(target)
    const made = createRowForm<V, Saved>({
      ...options,
      save: async (values, saving) => {
        const saved = await catchAwaitingApproval(options.save(values, saving)).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) onGone?.()
          throw error
        })
        // The dialog closes without a stored row; nothing reads the result.
        if (saved === AWAITING_APPROVAL) return saved as Saved
        await onSaved(saved)
        return saved
      },
    })
    onForm(made)
    return { form: made, check: options.check }
  })
  const { values } = useStore(form.$state)
  const write = typeof approval === 'function' ? approval(values, target) : approval
  const note = write && <SecondApproval write={write} />
  // The form on the page: with a review, valid values are shown before they are sent.
  const asked: RowForm<V, Saved> = {
    ...form,
    submit: async () => {
      const { values } = form.$state.get()
      const isValid = Object.keys(check?.(values) ?? {}).length === 0
      const isAgreed = agreed.current === contentOf(values)
      if (!review || !isValid || isAgreed || review.isAsked?.(values) === false) return form.submit()
      // The message of an earlier failure does not apply to these values.
      form.reset(values)
      setReviewing(values)
      return undefined
    },
  }
  const confirm = async () => {
    setReviewing(undefined)
    agreed.current = contentOf(form.$state.get().values)
    if ((await form.submit()) !== undefined) onClose()
  }
  return (
    <>
      {isOpen && <UnsavedChangesGuard isDirty={form.isChanged()} anyStep />}
      <EditForm
        form={asked}
        labels={labels}
        className="grid gap-5"
        onSaved={onClose}
        buttons={({ values, status }) => (
          <>
            {obstacle?.(values) && (
              <p id={obstacleId} className="mr-auto text-[0.875rem] text-ink-2 max-sm:basis-full">
                {obstacle(values)}
              </p>
            )}
            <Button look="quiet" disabled={status.name === 'saving'} onClick={onCancel}>
              Cancel
            </Button>
            <Button
              type="submit"
              look={look}
              disabled={Boolean(obstacle?.(values))}
              aria-describedby={obstacle?.(values) ? obstacleId : undefined}
              busy={status.name === 'saving' && busy}
            >
              {submit}
            </Button>
          </>
        )}
      >
        {children(form, target)}
        {(!review || review.isAsked) && note}
      </EditForm>
      {review && (
        <Dialog open={reviewing !== undefined} onClose={() => setReviewing(undefined)} title={review.title}>
          <div className="grid gap-4 wrap-anywhere">
            <div>{reviewed && review.message(reviewed, target)}</div>
            {note}
          </div>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="quiet" onClick={() => setReviewing(undefined)}>
              Back to editing
            </Button>
            <Button onClick={confirm}>{review.action}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
