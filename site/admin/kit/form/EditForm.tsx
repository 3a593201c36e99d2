import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { getReasonRequirement } from '#core/api/approval-requests'
import { focusFirstError } from '#core/browser/focus-first-error'
import type { FormState } from '#core/form/form'
import type { FormValues, RowForm, RowStatus } from '#core/form/row-form'
import { Banner } from '#ui/Banner'
import { EditConflictDialog } from './EditConflictDialog.tsx'

/**
 * Moves the focus to the error: the first rejected field, or else the banner. `failure` is a new value for each
 * failure; undefined if there is none.
 */
export function useFocusOnRejection(
  element: RefObject<HTMLFormElement | null>,
  banner: RefObject<HTMLElement | null>,
  failure: object | string | undefined,
  fieldErrors: object,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure, not while its fields are corrected
  useEffect(() => {
    if (!failure) return
    if (!focusFirstError(element.current, Object.keys(fieldErrors))) banner.current?.focus()
  }, [failure])
}

interface EditFormProps<V extends FormValues, Saved> {
  form: RowForm<V, Saved>
  /** Field labels for comparing two versions of a row. */
  labels: Partial<Record<keyof V & string, string>>
  /** Labels the form for screen readers if it has no title. */
  name?: string
  className: string
  /** Called after the server has stored it. */
  onSaved: (saved: Saved) => void
  /** Shown below an error message. */
  notice?: ReactNode
  children: ReactNode
  /** The buttons at the end, which depend on the form's state. */
  buttons: (state: FormState<V, RowStatus<V, Saved>>) => ReactNode
}

/**
 * A form that creates or edits a row, in a dialog or on the page. Failures are shown inside it, at the fields that the
 * server names; a row that someone else changed is shown in both versions.
 */
export function EditForm<V extends FormValues, Saved>(props: EditFormProps<V, Saved>) {
  const { form, labels, name, className, onSaved, notice, children, buttons } = props
  const state = useStore(form.$state)
  const { values, fieldErrors, status } = state
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const failure = status.name === 'failed' ? status : undefined
  useFocusOnRejection(element, banner, failure, fieldErrors)
  // Shown only at the field, which has the focus: a missing value before anything is sent, or the reason for an
  // approval request.
  const isAtField =
    failure?.error === undefined
      ? Object.keys(fieldErrors).length > 0
      : getReasonRequirement(failure.error) !== undefined &&
        Object.keys(fieldErrors).every((name) => name in values)
  const wasSaving = useRef(false)
  useEffect(() => {
    // The button was disabled while saving and lost the focus.
    if (wasSaving.current && status.name === 'saved' && document.activeElement === document.body)
      element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
    wasSaving.current = status.name === 'saving'
  }, [status.name])

  const finish = (saved: Saved | undefined) => {
    if (saved !== undefined) onSaved(saved)
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
      className={className}
      onSubmit={send}
    >
      {failure && !isAtField && (
        <Banner kind="error" ref={banner}>
          {failure.message}
        </Banner>
      )}
      {notice}
      {children}
      <div className="mt-auto flex flex-wrap items-center justify-end gap-3 border-line border-t pt-5">
        {buttons(state)}
      </div>
      <EditConflictDialog
        mine={values}
        stale={status.name === 'stale' ? status : undefined}
        labels={labels}
        onKeepMine={async () => finish(await form.keepMine())}
        onTakeTheirs={form.takeTheirs}
        onClose={form.goBack}
      />
    </form>
  )
}
