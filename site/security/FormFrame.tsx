import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { describeWait } from '#core/api/wait'
import { focusFirstFault } from '#core/browser/focus-fault'
import type { FormStatus } from '#core/form/form'
import { Banner } from '#ui/Banner'
import { useSaidAtField } from './use-said-at-field.ts'

interface FormFrameProps {
  status: FormStatus<unknown>
  fieldErrors: Partial<Record<string, string>>
  onSubmit: (form: HTMLFormElement) => void
  className?: string
  children: ReactNode
}

/** A form with its error above the fields, unless it stands at one of them. After a failure the focus moves to the first wrong field, or to the error. */
export function FormFrame({ status, fieldErrors, onSubmit, className = '', children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const isSaidAtField = useSaidAtField(status, fieldErrors)

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus once per error, not while fields are corrected
  useEffect(() => {
    if (status.name !== 'failed') return
    if (!focusFirstFault(form.current, Object.keys(fieldErrors))) banner.current?.focus()
  }, [status])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (status.name !== 'saving') onSubmit(event.currentTarget)
  }

  return (
    // The page shows its own messages.
    <form
      ref={form}
      noValidate
      onSubmit={send}
      className={`grid gap-5 ${className}`}
      aria-busy={status.name === 'saving'}
    >
      {status.name === 'failed' && !isSaidAtField && (
        <Banner kind="error" ref={banner}>
          {status.message} {describeWait(status.error)}
        </Banner>
      )}
      {children}
    </form>
  )
}
