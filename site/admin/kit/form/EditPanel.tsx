import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import { createRowForm, type FormValues, type RowForm, type RowFormOptions } from '#core/form/row-form'
import { InlineToast } from '#site/admin/kit/toasts/InlineToast.tsx'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { Button } from '#ui/Button'
import { EditForm } from './EditForm.tsx'

interface EditPanelProps<Row, V extends FormValues> {
  /** The row as it was read; a new one replaces the fields on screen unless there is unsaved input. */
  row: Row
  /** The form of a row; saving resolves to the stored row. */
  form: (row: Row) => RowFormOptions<V, Row>
  /** Field labels for comparing two versions of a row. */
  labels: Partial<Record<keyof V & string, string>>
  /** Labels the form for screen readers. */
  name: string
  submit: string
  /** The message after saving. */
  done: string
  onSaved: (row: Row) => void
  /** Called with whether there is unsaved input. */
  onDirty: (isDirty: boolean) => void
  children: (form: RowForm<V, Row>) => ReactNode
}

/** A form on the page that edits a row and stays open after saving. */
export function EditPanel<Row, V extends FormValues>(props: EditPanelProps<Row, V>) {
  const { row, labels, name, submit, done, onSaved, onDirty, children } = props
  /** The form of a row; a write that awaits approval resolves to the unchanged row. */
  const makeForm = (of: Row) => {
    const options = props.form(of)
    return createRowForm<V, Row>({
      ...options,
      save: async (values, saving) => {
        const saved = await catchAwaitingApproval(options.save(values, saving))
        waits.current = saved === AWAITING_APPROVAL
        return saved === AWAITING_APPROVAL ? latest.current : saved
      },
    })
  }
  const waits = useRef(false)
  const latest = useRef(row)
  latest.current = row
  const [form, setForm] = useState(() => makeForm(row))
  useStore(form.$state)
  const { notice, showSuccess } = useLocalToast()
  const isDirty = form.isChanged()
  const restart = (now: Row) => setForm(makeForm(now))

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when another row was read
  useEffect(() => {
    // The form is kept; a new one would lose typed text that has not been rendered yet.
    if (!form.isChanged()) form.follow(props.form(row).initial)
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: calls back only when the value changes
  useEffect(() => onDirty(isDirty), [isDirty])

  return (
    <EditForm
      form={form}
      labels={labels}
      name={name}
      className={`flex flex-1 flex-col gap-5 p-[22px] max-sm:p-4 ${isDirty ? 'form-unsaved' : ''}`}
      notice={<InlineToast toast={notice} />}
      onSaved={(saved) => {
        restart(saved)
        if (waits.current) return
        onSaved(saved)
        showSuccess(done)
      }}
      buttons={({ status }) => (
        <>
          <p className="mr-auto text-[0.875rem] text-warn" role="status">
            {isDirty && 'Unsaved changes'}
          </p>
          {/* Not disabled, because a disabled button loses the focus when pressed. */}
          <Button
            look="quiet"
            aria-disabled={!isDirty || status.name === 'saving'}
            onClick={() => isDirty && status.name !== 'saving' && restart(row)}
          >
            Discard
          </Button>
          <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
            {submit}
          </Button>
        </>
      )}
    >
      {children(form)}
    </EditForm>
  )
}
