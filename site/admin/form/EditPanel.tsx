import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { orWaits, WAITS } from '#core/api/proposals'
import { createRowForm, type RowForm, type RowFormOptions, type Values } from '#core/form/row-form'
import { Notice } from '#site/admin/toast/Notice.tsx'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { Button } from '#ui/Button'
import { EditForm } from './EditForm.tsx'

interface EditPanelProps<Row, V extends Values> {
  /** The row as it was read; a new one replaces the fields on screen, unless there is unsaved input. */
  row: Row
  /** The form of a row; saving resolves to the stored row. */
  form: (row: Row) => RowFormOptions<V, Row>
  /** Labels of the fields where two versions of a row are compared. */
  labels: Partial<Record<keyof V & string, string>>
  /** Names the form for screen readers. */
  name: string
  submit: string
  /** The message after saving. */
  done: string
  onSaved: (row: Row) => void
  /** Receives whether there is unsaved input. */
  onDirty: (isDirty: boolean) => void
  children: (form: RowForm<V, Row>) => ReactNode
}

/** A form on the page that edits a row and stays open after saving. */
export function EditPanel<Row, V extends Values>(props: EditPanelProps<Row, V>) {
  const { row, labels, name, submit, done, onSaved, onDirty, children } = props
  /** The form of a row; a write that waits resolves to the row as it is. */
  const makeForm = (of: Row) => {
    const options = props.form(of)
    return createRowForm<V, Row>({
      ...options,
      save: async (values, saving) => {
        const saved = await orWaits(options.save(values, saving))
        waits.current = saved === WAITS
        return saved === WAITS ? latest.current : saved
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
    // The form stays the same: another one would lose what is typed before it is on screen.
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
      notice={<Notice of={notice} />}
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
          {/* Not disabled: a disabled button loses the focus once it is pressed. */}
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
