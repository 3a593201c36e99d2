import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { createForm, type Form, type FormOptions, type Values } from './form.ts'
import { StaleDialog } from './StaleDialog.tsx'
import { useLast } from './use-last.ts'

interface EditDialogProps<Target, V extends Values, Saved> {
  /** What is edited; undefined while the dialog is closed. */
  of: Target | undefined
  onClose: () => void
  title: string
  kicker?: string
  wide?: boolean
  /** The form's beginning, its checks and what saves it. */
  form: (target: Target) => FormOptions<V, Saved>
  /** What the fields are called where two versions of a row are compared. */
  labels: Partial<Record<keyof V & string, string>>
  submit: string
  busy: string
  /** Whether it can be sent as it stands; the button is disabled while not. */
  canSubmit?: (values: V) => boolean
  onSaved: (saved: Saved) => void
  children: (form: Form<V, Saved>, target: Target) => ReactNode
}

/**
 * A dialog that creates or edits a row. It closes once the server has stored it; a failure stands inside, at
 * the fields where the server names them.
 *
 *     <EditDialog
 *       of={editing}
 *       onClose={() => setEditing(undefined)}
 *       title="Edit notification"
 *       form={(row) => ({
 *         initial: { values: { title: row.title, message: row.message }, updatedAt: row.updated_at },
 *         save: (values, { updatedAt }) =>
 *           callAdmin(notifications.update, { params: { id: row.id }, body: { ...values, updated_at: updatedAt } }),
 *         reread: () => readNotification(row.id),
 *         failure: 'Failed to update notification: {reason}',
 *       })}
 *       labels={{ title: 'Title', message: 'Message' }}
 *       submit="Save" busy="Saving..."
 *       onSaved={() => { list.refresh(); tell('Notification updated') }}
 *     >
 *       {(form) => <TextField form={form} name="title" label="Title" required maxLength={200} />}
 *     </EditDialog>
 */
export function EditDialog<Target, V extends Values, Saved>(props: EditDialogProps<Target, V, Saved>) {
  const { of, onClose, title, kicker, wide } = props
  const { last, count } = useLast(of)
  return (
    <Dialog open={of !== undefined} onClose={onClose} title={title} kicker={kicker} wide={wide}>
      {last !== undefined && <EditForm key={count} {...props} target={last} />}
    </Dialog>
  )
}

function EditForm<Target, V extends Values, Saved>(
  props: EditDialogProps<Target, V, Saved> & { target: Target },
) {
  const { target, onClose, onSaved, labels, submit, busy, canSubmit, children } = props
  const [form] = useState(() => createForm(props.form(target)))
  const { values, refused, status } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)

  // The keyboard and the screen reader go to what is wrong.
  useEffect(() => {
    if (status.name !== 'failed') return
    const [first] = Object.keys(refused)
    const field = first && element.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
    else banner.current?.focus()
  }, [status, refused])

  const finish = (saved: Saved | undefined) => {
    if (saved === undefined) return
    onSaved(saved)
    onClose()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    finish(await form.submit())
  }

  return (
    <form
      ref={element}
      noValidate
      className="grid gap-5"
      onSubmit={send}
      aria-busy={status.name === 'saving'}
    >
      {status.name === 'failed' && (
        <Banner kind="error" ref={banner}>
          {status.message}
        </Banner>
      )}
      {children(form, target)}
      <div className="flex flex-wrap justify-end gap-3 border-line border-t pt-5">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={canSubmit && !canSubmit(values)}
          busy={status.name === 'saving' && busy}
        >
          {submit}
        </Button>
      </div>
      <StaleDialog
        mine={values}
        theirs={status.name === 'stale' ? status.theirs.values : undefined}
        labels={labels}
        onKeepMine={async () => finish(await form.keepMine())}
        onTakeTheirs={form.takeTheirs}
        onClose={form.goBack}
      />
    </form>
  )
}
