import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { createForm, type Form, type FormOptions, type Values } from './form.ts'
import { Notice, useNotice } from './Notice.tsx'
import { StaleDialog } from './StaleDialog.tsx'

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

/** Milliseconds that the message of success stands. */
const SUCCESS_MS = 5_000

/** A form on the page that edits a row, which stays there when it is saved. */
export function EditPanel<Row, V extends Values>(props: EditPanelProps<Row, V>) {
  const { row, labels, name, submit, done, onSaved, onDirty, children } = props
  const [form, setForm] = useState(() => createForm(props.form(row)))
  const { values, refused, status } = useStore(form.$state)
  const { notice, tell } = useNotice(SUCCESS_MS)
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const isDirty = form.isChanged()
  const restart = (now: Row) => setForm(createForm(props.form(now)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row was read, and not before
  useEffect(() => {
    if (!form.isChanged()) restart(row)
  }, [row])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onDirty(isDirty), [isDirty])
  // The keyboard and the screen reader go to what is wrong.
  useEffect(() => {
    if (status.name !== 'failed') return
    const [first] = Object.keys(refused)
    const field = first && element.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
    else banner.current?.focus()
  }, [status, refused])

  const finish = (saved: Row | undefined) => {
    if (saved === undefined) return
    restart(saved)
    onSaved(saved)
    tell(done)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    finish(await form.submit())
  }

  return (
    <form
      ref={element}
      noValidate
      aria-label={name}
      aria-busy={status.name === 'saving'}
      className="flex flex-1 flex-col gap-5 p-[22px] max-sm:p-4"
      onSubmit={send}
    >
      {status.name === 'failed' && (
        <Banner kind="error" ref={banner}>
          {status.message}
        </Banner>
      )}
      <Notice text={notice} />
      {children(form)}
      <div className="mt-auto flex flex-wrap items-center justify-end gap-3 border-line border-t pt-5">
        <p className="mr-auto text-[0.875rem] text-warn" role="status">
          {isDirty && 'Unsaved changes'}
        </p>
        <Button look="quiet" disabled={!isDirty || status.name === 'saving'} onClick={() => restart(row)}>
          Discard
        </Button>
        <Button type="submit" busy={status.name === 'saving' && 'Saving...'}>
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
