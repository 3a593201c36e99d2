import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { TicketBody } from '#contract/desk/support'
import { getFieldRules } from '#contract/schema-builders'
import { formatFailureMessage } from '#core/api/error-messages'
import { createRowForm } from '#core/form/row-form'
import { fillPlaceholders, type Placeholder } from '#shared/support/placeholders'
import { TextareaField } from '#site/admin/kit/form/form-fields.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import {
  getStatusOptions,
  type SupportItemStatus,
  statusTones,
  supportStatusLabels,
} from '#site/admin/kit/support-labels.ts'
import { RequirePermission, usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { CannedReplyPicker } from './CannedReplyPicker.tsx'
import { $seenItems } from './seen-items.ts'

export function StatusBadge({ status }: { status: SupportItemStatus }) {
  return <Badge tone={statusTones[status]}>{supportStatusLabels[status]}</Badge>
}

/** The writer; an investor's name links to the investor page. */
export function Writer({ userId, name }: { userId: number | null; name: string }) {
  return userId === null ? name : <Link to={{ search: getInvestorLocation(userId) }}>{name}</Link>
}

type Addresses = { email: string; account_email: string | null }

/** The address used to email the writer. */
export const addressOf = ({ email, account_email }: Addresses): string => account_email ?? email

/** The writer's address for a description list, and the original one if the account has changed it. */
export const addressFacts = (row: Addresses): (readonly [label: string, value: string])[] => [
  ['Email', addressOf(row)],
  ['Sent from', addressOf(row).toLowerCase() === row.email.toLowerCase() ? '' : row.email],
]

interface WhoProps {
  /** The investor who wrote; null for a visitor. */
  userId: number | null
  name: string
  /** The subject, below the name. */
  about: ReactNode
  reference: string
  /** The time of the event that awaits a reply. */
  waitsSince: string | undefined
}

/** The writer and subject, flagged while a reply is due and the item has not been opened in this browser. */
export function WriterAndSubject({ userId, name, about, reference, waitsSince }: WhoProps) {
  const seen = useStore($seenItems)[reference] ?? ''
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
export function MessageText({ children }: { children: string }) {
  return (
    <p className="rounded border border-line bg-paper p-4 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">
      {children}
    </p>
  )
}

interface StatusChoiceProps<S extends SupportItemStatus> {
  value: S
  statuses: readonly S[]
  /** How the visitor is notified. */
  hint?: string
  save: (status: S) => Promise<unknown>
  failure: string
  /** Resolves when the status has been reloaded. */
  onDone: () => Promise<unknown>
}

/** The status, saved as soon as it is changed. */
export function StatusSelect<S extends SupportItemStatus>(props: StatusChoiceProps<S>) {
  const { value, statuses, hint, save, failure, onDone } = props
  const mayChange = usePermissions()('desk')
  const [wanted, setWanted] = useState<S>()
  const [problem, setProblem] = useState<string>()
  const choose = async (status: S) => {
    if (wanted !== undefined) return
    setWanted(status)
    setProblem(undefined)
    try {
      await save(status)
    } catch (error) {
      setProblem(formatFailureMessage(failure, error))
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
          options={getStatusOptions(statuses)}
          value={wanted ?? value}
          onChange={({ target }) => choose(target.value as S)}
        />
      )}
    </Field>
  )
}

/** A reply belongs to the open item. */
const item = ['d', 'tab', 'item']

interface AnswerFormProps<S extends SupportItemStatus> {
  label: string
  hint?: string
  /** The buttons: each label, and the status set with the reply; undefined leaves it unchanged. */
  submits: readonly { label: string; status: S | undefined }[]
  failure: string
  /** Values for the placeholders of a canned reply. */
  values: Readonly<Record<Placeholder, string>>
  send: (reply: { message: string; status: S | undefined }, idempotencyKey: string) => Promise<unknown>
  onSent: () => void
}

/** The reply form, for team members with permission to reply. */
export function ReplyForm<S extends SupportItemStatus>(props: AnswerFormProps<S>) {
  return (
    <RequirePermission permission="desk">
      <Reply {...props} />
    </RequirePermission>
  )
}

/** The input is kept until the server has stored it. */
function Reply<S extends SupportItemStatus>(props: AnswerFormProps<S>) {
  const { label, hint, submits, failure, values: filled, send, onSent } = props
  const picker = useRef<HTMLInputElement>(null)
  const make = () =>
    createRowForm({
      initial: { values: { message: '', status: '' }, updatedAt: undefined },
      check: ({ message }) => (message.trim() === '' ? { message: 'Enter a message' } : {}),
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
  /** Inserted at the cursor, replacing the selection. */
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
      <UnsavedChangesGuard isDirty={values.message !== ''} within={item} />
      {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
      <CannedReplyPicker ref={picker} onChoose={insert} onLeave={() => textField()?.focus()} />
      <TextareaField
        form={form}
        name="message"
        label={label}
        hint={hint}
        rows={4}
        required
        maxLength={getFieldRules(TicketBody, 'message').maxLength}
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
