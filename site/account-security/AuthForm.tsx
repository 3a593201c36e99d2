import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { getRetryMessage } from '#core/api/retry-message'
import { focusFirstError } from '#core/browser/focus-first-error'
import type { FormStatus } from '#core/form/form'
import { Banner } from '#ui/Banner'
import { useIsErrorShownAtField } from './use-field-level-error.ts'

interface FormFrameProps {
  status: FormStatus<unknown>
  fieldErrors: Partial<Record<string, string>>
  onSubmit: (form: HTMLFormElement) => void
  className?: string
  children: ReactNode
}

/**
 * A form with its error above the fields, unless it is shown at one of them. After a failure, the focus moves to the
 * first invalid field, or to the error.
 */
export function AuthForm({ status, fieldErrors, onSubmit, className = '', children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const isSaidAtField = useIsErrorShownAtField(status, fieldErrors)

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus once per error, not while fields are corrected
  useEffect(() => {
    if (status.name !== 'failed') return
    if (!focusFirstError(form.current, Object.keys(fieldErrors))) banner.current?.focus()
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
          {status.message} {getRetryMessage(status.error)}
        </Banner>
      )}
      {children}
    </form>
  )
}
