import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fieldRules } from '#contract/schema'
import { TicketBody } from '#contract/support'
import { describeFailure } from '#core/api/failures'
import { createRowForm } from '#core/form/row-form'
import { fillPlaceholders, type Placeholder } from '#shared/desk/placeholders'
import { AreaField } from '#site/admin/form/fields.tsx'
import { UnsavedGuard } from '#site/admin/form/UnsavedGuard.tsx'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { May, useMay } from '#site/admin/shared/may.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { type DeskStatus, statusOptions, statusTones, statusWords } from './labels.ts'
import { ReplyPicker } from './ReplyPicker.tsx'
import { $seen } from './read-state.ts'

export function StatusBadge({ status }: { status: DeskStatus }) {
  return <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
}

/** Who wrote: an investor's name leads to everything about the investor. */
export function Writer({ userId, name }: { userId: number | null; name: string }) {
  return userId === null ? name : <Link to={{ search: investorLocation(userId) }}>{name}</Link>
}

interface WhoProps {
  /** The investor who wrote; null for a visitor. */
  userId: number | null
  name: string
  /** The subject, below the name. */
  about: ReactNode
  reference: string
  /** The time of the event that waits for a reply. */
  waitsSince: string | undefined
}

/** The writer and the subject; flagged while a reply is due and the item was not opened in this browser. */
export function Who({ userId, name, about, reference, waitsSince }: WhoProps) {
  const seen = useStore($seen)[reference] ?? ''
  const isNew = waitsSince !== undefined && seen < waitsSince
  return (
    <span className="block max-w-[46ch]">
      <span className="flex flex-wrap items-center gap-x-2">
        <span className={`wrap-anywhere ${isNew ? 'font-semibold' : 'font-medium'}`}>
          <Writer userId={userId} name={name} />
        </span>
        {isNew && <Badge tone="info">New</Badge>}
      </span>
      <span className="line-clamp-2 text-[0.875rem] leading-snug font-normal text-ink-2 wrap-anywhere">
        {about}
      </span>
    </span>
  )
}

/** A message, as text. */
export function Quote({ children }: { children: string }) {
  return (
    <p className="rounded border border-line bg-paper p-4 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">
      {children}
    </p>
  )
}

interface StatusChoiceProps<S extends DeskStatus> {
  value: S
  statuses: readonly S[]
  /** How the visitor is notified. */
  hint?: string
  save: (status: S) => Promise<unknown>
  failure: string
  /** Resolves when the status has been read again. */
  onDone: () => Promise<unknown>
}

/** The status, saved as soon as another is chosen. */
export function StatusChoice<S extends DeskStatus>(props: StatusChoiceProps<S>) {
  const { value, statuses, hint, save, failure, onDone } = props
  const mayChange = useMay()('desk')
  const [wanted, setWanted] = useState<S>()
  const [problem, setProblem] = useState<string>()
  const choose = async (status: S) => {
    if (wanted !== undefined) return
    setWanted(status)
    setProblem(undefined)
    try {
      await save(status)
    } catch (error) {
      setProblem(describeFailure(failure, error))
    }
    await onDone()
    setWanted(undefined)
  }
  if (!mayChange) return <StatusBadge status={value} />
  return (
    <Field label="Status" hint={hint} error={problem} filter>
      {(wiring) => (
        <Select
          {...wiring}
          className="max-w-60"
          // Not disabled, because a disabled button loses the focus.
          aria-disabled={wanted !== undefined || undefined}
          aria-busy={wanted !== undefined || undefined}
          options={statusOptions(statuses)}
          value={wanted ?? value}
          onChange={({ target }) => choose(target.value as S)}
        />
      )}
    </Field>
  )
}

/** A reply belongs to the open item. */
const item = ['d', 'tab', 'item']

interface AnswerFormProps<S extends DeskStatus> {
  label: string
  hint?: string
  /** The buttons: the label of each, and the status that it sets with the reply; undefined leaves it unchanged. */
  submits: readonly { label: string; status: S | undefined }[]
  failure: string
  /** What the placeholders of a prepared answer are filled with. */
  values: Readonly<Record<Placeholder, string>>
  send: (reply: { message: string; status: S | undefined }, idempotencyKey: string) => Promise<unknown>
  onSent: () => void
}

/** The team's reply, for those who may write one. */
export function ReplyForm<S extends DeskStatus>(props: AnswerFormProps<S>) {
  return (
    <May permission="desk">
      <Reply {...props} />
    </May>
  )
}

/** The input stays until the server has stored it. */
function Reply<S extends DeskStatus>(props: AnswerFormProps<S>) {
  const { label, hint, submits, failure, values: filled, send, onSent } = props
  const picker = useRef<HTMLInputElement>(null)
  const make = () =>
    createRowForm({
      initial: { values: { message: '', status: '' }, updatedAt: undefined },
      check: ({ message }) => (message.trim() === '' ? { message: 'Write a message first' } : {}),
      failure: `${failure}: {reason}`,
      save: ({ message, status }, { idempotencyKey }) =>
        send({ message, status: submits.find((one) => one.status === status)?.status }, idempotencyKey).then(
          () => true,
        ),
    })
  const [form, setForm] = useState(make)
  const { status, values } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (status.name === 'failed') element.current?.querySelector('textarea')?.focus()
  }, [status])
  const submitForm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    form.set('status', submitter instanceof HTMLButtonElement ? submitter.value : '')
    if (!(await form.submit())) return
    setForm(make)
    // The focus stays in the text field for the next message.
    element.current?.querySelector('textarea')?.focus()
    onSent()
  }
  const textField = () => element.current?.querySelector('textarea')
  /** At the cursor, in place of what is selected. */
  const insert = ({ text }: { text: string }) => {
    const field = textField()
    const [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0]
    const added = fillPlaceholders(text, filled)
    form.set('message', values.message.slice(0, start) + added + values.message.slice(end))
    field?.focus()
    requestAnimationFrame(() => field?.setSelectionRange(start + added.length, start + added.length))
  }
  return (
    <form
      ref={element}
      noValidate
      className="grid gap-4"
      onSubmit={submitForm}
      onKeyDown={(event) => {
        if (event.key !== '/' || event.target !== textField() || values.message !== '') return
        event.preventDefault()
        picker.current?.focus()
      }}
    >
      <UnsavedGuard isDirty={values.message !== ''} within={item} />
      {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
      <ReplyPicker ref={picker} onChoose={insert} onLeave={() => textField()?.focus()} />
      <AreaField
        form={form}
        name="message"
        label={label}
        hint={hint}
        rows={4}
        required
        maxLength={fieldRules(TicketBody, 'message').maxLength}
      />
      <div className="flex flex-row-reverse flex-wrap gap-3">
        {submits.map((submit, at) => (
          <Button
            key={submit.label}
            type="submit"
            value={submit.status ?? ''}
            look={at === 0 ? 'primary' : 'quiet'}
            disabled={status.name === 'saving'}
            busy={status.name === 'saving' && values.status === (submit.status ?? '') && 'Sending...'}
          >
            {submit.label}
          </Button>
        ))}
      </div>
    </form>
  )
}
