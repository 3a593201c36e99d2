import { useStore } from '@nanostores/react'
import type { TObject } from '@sinclair/typebox'
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { fieldRules } from '#contract/schema'
import type { Received } from '#contract/support'
import type { CallOptions } from '#core/api/request'
import { createSubmission } from '#core/api/submission'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { type ControlProps, Field } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { fillKnown } from './fill-known.ts'

/** Milliseconds until the dialog closes automatically after a success. */
const CLOSE_AFTER_MS = 3_000

const FAILURE_REMAINDER =
  'Please check your connection and try again. If the problem persists, please contact us directly.'

interface FormContents {
  schema: TObject
  refused: Record<string, string>
}

const FormContext = createContext<FormContents | null>(null)

interface FormDialogProps<Body, Sent extends Received> {
  open: boolean
  onClose: () => void
  title: string
  /** The contract's schema of the body: the fields take their limits from it. */
  schema: TObject
  send: (body: Body, options: CallOptions) => Promise<Sent>
  /** The fixed message of a success, and the beginning of the message of a failure. */
  says: { success: string; failure: string; submit: string; busy: string }
  readBody: (form: FormData) => Body
  onSent: (response: Sent, body: Body) => void
  /** Content above the fields. */
  above?: ReactNode
  children: ReactNode
}

/** A dialog with one of the three support forms: idle, submitting, success or error. */
export function FormDialog<Body, Sent extends Received>({
  open,
  onClose,
  title,
  schema,
  send,
  says,
  readBody,
  onSent,
  above,
  children,
}: FormDialogProps<Body, Sent>) {
  const [submission] = useState(() => createSubmission(send))
  const state = useStore(submission.$state)
  const banner = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { status } = state
  const [isWriting, setWriting] = useState(false)

  useEffect(() => {
    if (status === 'success' || status === 'error') banner.current?.focus()
  }, [status])

  useEffect(() => {
    if (status !== 'success') return
    if (!open) return submission.reset()
    // A user who has begun to write again is not done.
    if (isWriting) return
    const timer = setTimeout(onClose, CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [status, open, onClose, submission, isWriting])

  useEffect(() => {
    if (open && form.current) fillKnown(form.current)
  }, [open])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const body = readBody(new FormData(sent))
    const response = await submission.submit(body)
    if (!response) return
    sent.reset()
    setWriting(false)
    onSent(response, body)
  }

  return (
    <NativeDialog open={open} onClose={onClose} title={title}>
      {above}
      <FormContext value={{ schema, refused: status === 'error' ? state.refused : {} }}>
        <form
          ref={form}
          className="grid gap-4 sm:grid-cols-2"
          onSubmit={submit}
          onInput={({ target }) => {
            setWriting(true)
            if ('name' in target) submission.forgive(String(target.name))
          }}
        >
          {children}
          {status === 'success' && (
            <div className="col-span-full">
              <Banner kind="success" ref={banner}>
                <p>{says.success}</p>
                <Reference of={state.response} />
              </Banner>
            </div>
          )}
          {status === 'error' && (
            <div className="col-span-full">
              <Banner kind="error" ref={banner}>
                <p>
                  {says.failure} {FAILURE_REMAINDER}
                </p>
              </Banner>
            </div>
          )}
          <div className="col-span-full flex flex-wrap justify-end gap-3 pt-1">
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={status === 'submitting' && says.busy}>
              {says.submit}
            </Button>
          </div>
        </form>
      </FormContext>
    </NativeDialog>
  )
}

/** The reference that the visitor quotes to us. */
function Reference({ of: { reference } }: { of: Pick<Received, 'reference'> }) {
  return (
    <p>
      Your reference: <strong className="num font-medium">{reference}</strong>
    </p>
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

/** A field with the limits of the contract, and with the server's message when it was rejected. */
export function FormField({ name, label, hint, wide = false, children }: FormFieldProps) {
  const form = useContext(FormContext)
  if (!form) throw new Error('FormField must be inside a FormDialog')
  const { required, ...bounds } = fieldRules(form.schema, name)
  return (
    <Field
      label={label}
      hint={hint}
      error={form.refused[name]}
      required={required}
      className={wide ? 'col-span-full' : ''}
    >
      {(wiring) => children({ ...wiring, name, ...bounds })}
    </Field>
  )
}
