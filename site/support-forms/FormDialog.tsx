import { useStore } from '@nanostores/react'
import type { TObject } from '@sinclair/typebox'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { SubmissionReceipt } from '#contract/desk/support'
import type { User } from '#contract/identity/session'
import { getFieldRules } from '#contract/schema-builders'
import type { CallOptions } from '#core/api/build-request'
import { createForm, type FieldErrors } from '#core/form/form'
import { readStoredJson } from '#core/session/read-stored-json'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { type ControlProps, Field, Input } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { prefillForm } from './prefill-form.ts'

/** Milliseconds until the dialog closes automatically after a success. */
const CLOSE_AFTER_MS = 3_000

const FAILURE_REMAINDER =
  'Please check your connection and try again. If the problem persists, please contact us directly.'

interface FormContents {
  schema: TObject
  fieldErrors: FieldErrors<Record<string, unknown>>
}

/** Set by the dialog; a field outside a dialog fails because there is no schema. */
const FormContext = createContext({} as FormContents)

/** Props that the page passes to each of the three dialogs. */
export interface DialogProps<Sent extends SubmissionReceipt = SubmissionReceipt> {
  open: boolean
  onClose: () => void
  /** Called with what the server has stored. */
  onSent: (received: Sent) => void
}

interface FormDialogProps<Body, Sent extends SubmissionReceipt> extends Omit<DialogProps, 'onSent'> {
  title: string
  /** The contract's schema of the body, from which the fields take their limits. */
  schema: TObject
  send: (body: Body, options: CallOptions) => Promise<Sent>
  /** The fixed success message, and the start of the failure message. */
  errorMessage: { success: string; failure: string; submit: string; busy: string }
  /** Completes the values of the fields, which are named like the schema's properties. */
  complete?: (fields: Body) => Body
  onSent: (response: Sent, body: Body) => void
  /** Fills the empty fields when the dialog opens, in addition to the signed-in investor's data. */
  known?: Record<string, string> | undefined
  /** The next message can be sent immediately, as in a chat; other forms are done after sending. */
  goesOn?: boolean
  /** Content above the fields. */
  above?: ReactNode
  children: ReactNode
}

/** A dialog with one of the three support forms: idle, submitting, success or error. */
export function FormDialog<Body extends object, Sent extends SubmissionReceipt>({
  open,
  onClose,
  title,
  schema,
  send,
  errorMessage,
  complete = (fields) => fields,
  onSent,
  known,
  goesOn,
  above,
  children,
}: FormDialogProps<Body, Sent>) {
  const [form] = useState(() =>
    createForm<Body, Sent>({
      initial: {} as Body,
      save: (body, idempotencyKey) => send(body, { idempotencyKey }),
      explain: () => `${errorMessage.failure} ${FAILURE_REMAINDER}`,
    }),
  )
  const { status, fieldErrors } = useStore(form.$state)
  const banner = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const [isWriting, setWriting] = useState(false)

  useEffect(() => {
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (status.name === 'failed' && wrong) wrong.focus()
    else if (status.name === 'saved' || status.name === 'failed') banner.current?.focus()
  }, [status])

  useEffect(() => {
    if (status.name !== 'saved') return
    if (!open) return form.reset()
    // A user who has started typing again is not done.
    if (isWriting) return
    const timer = setTimeout(onClose, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [status, open, onClose, form, isWriting])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the dialog opens, not again after a success cleared the form
  useEffect(() => {
    if (open && element.current) prefillForm(element.current, known)
  }, [open])

  const isSaved = status.name === 'saved'
  // Until something is typed again, there is nothing to send or cancel.
  const isSent = isSaved && !isWriting

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const body = complete(Object.fromEntries(new FormData(sent)) as Body)
    const response = await form.submit(body)
    if (!response) return
    sent.reset()
    prefillForm(sent)
    setWriting(false)
    onSent(response, body)
  }

  return (
    <NativeDialog open={open} onClose={onClose} title={title}>
      {above}
      <FormContext value={{ schema, fieldErrors }}>
        <form
          ref={element}
          className="grid gap-4 sm:grid-cols-2"
          onSubmit={submit}
          onInput={({ target, currentTarget }) => {
            // A success has cleared the form; the next message has the same author.
            if (isSent) prefillForm(currentTarget, known)
            setWriting(true)
            if ('name' in target) form.clearError(String(target.name))
          }}
        >
          {children}
          {(isSaved || status.name === 'failed') && (
            <div className="col-span-full">
              <Banner kind={isSaved ? 'success' : 'error'} ref={banner}>
                <p>{isSaved ? errorMessage.success : status.message}</p>
                {isSaved && <Reference receipt={status.result} />}
              </Banner>
            </div>
          )}
          <div className="col-span-full flex flex-wrap justify-end gap-3 pt-1">
            <Button look="quiet" onClick={onClose}>
              {isSent ? 'Done' : 'Cancel'}
            </Button>
            {(!isSent || goesOn) && (
              <Button type="submit" busy={status.name === 'saving' && errorMessage.busy}>
                {errorMessage.submit}
              </Button>
            )}
          </div>
        </form>
      </FormContext>
    </NativeDialog>
  )
}

/** The reference for the visitor to quote, and where a signed-in investor finds the replies. */
function Reference({ receipt: { reference, listed } }: { receipt: SubmissionReceipt }) {
  return (
    <p>
      Your reference: <strong className="num font-medium whitespace-nowrap">{reference}</strong>
      {listed && (
        <a className="block" href="/access/support">
          Track it in Support
        </a>
      )}
    </p>
  )
}

interface AuthorFieldsProps {
  /**
   * Whether the dialog opens with the focus in the name field; if the name is known, the next field marked for focus
   * gets it.
   */
  focused?: boolean
  /** The name field. */
  ref?: Ref<HTMLInputElement>
}

/** Name and email: the first fields of each form. For a signed-in investor they come from the account. */
export function AuthorFields({ focused = true, ref }: AuthorFieldsProps) {
  const isKnown = Boolean(readStoredJson<User>('user').email)
  const look = { readOnly: isKnown, className: isKnown ? 'bg-sunken text-ink-2' : '' }
  return (
    <>
      <FormField name="name" label="Name">
        {(control) => (
          <Input
            {...control}
            {...look}
            ref={ref}
            autoComplete="name"
            data-autofocus={(focused && !isKnown) || undefined}
          />
        )}
      </FormField>
      <FormField name="email" label="Email">
        {(control) => <Input {...control} {...look} type="email" autoComplete="email" />}
      </FormField>
    </>
  )
}

interface FormFieldProps {
  name: string
  label: string
  hint?: string
  /** Spans the full width. */
  wide?: boolean
  children: (control: ControlProps & { name: string; maxLength?: number; minLength?: number }) => ReactNode
}

/** A field with the contract's limits, and the server's message if it was rejected. */
export function FormField({ name, label, hint, wide = false, children }: FormFieldProps) {
  const form = useContext(FormContext)
  const { required, ...bounds } = getFieldRules(form.schema, name)
  return (
    <Field
      label={label}
      hint={hint}
      error={form.fieldErrors[name]}
      required={required}
      className={wide ? 'col-span-full' : ''}
    >
      {(wiring) => children({ ...wiring, name, ...bounds })}
    </Field>
  )
}
