import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from '#site/admin/toast/Notice.tsx'
import { useLocalToast } from '#site/admin/toast/use-outcome.ts'
import { Button } from '#ui/Button'
import { EditForm } from './EditForm.tsx'
import { createForm, type Form, type FormOptions, type Values } from './form.ts'

interface EditPanelProps<Row, V extends Values> {
  /** The row as it was read; another one replaces what is on screen, unless something was typed. */
  row: Row
  /** The form of a row; saving gives the row as it is then. */
  form: (row: Row) => FormOptions<V, Row>
  /** What the fields are called where two versions of a row are compared. */
  labels: Partial<Record<keyof V & string, string>>
  /** Names the form for those who listen. */
  name: string
  submit: string
  /** What is said when it is saved. */
  done: string
  onSaved: (row: Row) => void
  /** Told whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void
  children: (form: Form<V, Row>) => ReactNode
}

/** A form on the page that edits a row, which stays there when it is saved. */
export function EditPanel<Row, V extends Values>(props: EditPanelProps<Row, V>) {
  const { row, labels, name, submit, done, onSaved, onDirty, children } = props
  const [form, setForm] = useState(() => createForm(props.form(row)))
  useStore(form.$state)
  const { notice, tell } = useLocalToast()
  const isDirty = form.isChanged()
  const restart = (now: Row) => setForm(createForm(props.form(now)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row was read, and not before
  useEffect(() => {
    if (!form.isChanged()) restart(row)
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onDirty(isDirty), [isDirty])

  return (
    <EditForm
      form={form}
      labels={labels}
      name={name}
      className="flex flex-1 flex-col gap-5 p-[22px] max-sm:p-4"
      notice={<Notice of={notice} />}
      onSaved={(saved) => {
        restart(saved)
        onSaved(saved)
        tell(done)
      }}
      buttons={({ status }) => (
        <>
          <p className="mr-auto text-[0.875rem] text-warn" role="status">
            {isDirty && 'Unsaved changes'}
          </p>
          {/* Not disabled, which would take the focus from it once it is pressed. */}
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
