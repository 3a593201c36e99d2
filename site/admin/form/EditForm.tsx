import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { wantedReason } from '#core/api/proposals'
import { focusFirstFault } from '#core/browser/focus-fault'
import type { FormState } from '#core/form/form'
import type { RowForm, RowStatus, Values } from '#core/form/row-form'
import { Banner } from '#ui/Banner'
import { StaleDialog } from './StaleDialog.tsx'

/**
 * Moves the focus to the error: the first rejected field, or else the banner. `failure` is a new value for each
 * failure, and undefined without one.
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
    if (!focusFirstFault(element.current, Object.keys(fieldErrors))) banner.current?.focus()
  }, [failure])
}

interface EditFormProps<V extends Values, Saved> {
  form: RowForm<V, Saved>
  /** Labels of the fields where two versions of a row are compared. */
  labels: Partial<Record<keyof V & string, string>>
  /** Names the form for screen readers, where no title does. */
  name?: string
  className: string
  /** Called after the server has stored it. */
  onSaved: (saved: Saved) => void
  /** Below the message of a failure. */
  notice?: ReactNode
  children: ReactNode
  /** The buttons at the end, which depend on the form's state. */
  buttons: (state: FormState<V, RowStatus<V, Saved>>) => ReactNode
}

/**
 * A form that creates or edits a row, in a dialog or on the page. Failures are shown inside, at the fields that the
 * server names; a row that someone else has changed is shown in both versions.
 */
export function EditForm<V extends Values, Saved>(props: EditFormProps<V, Saved>) {
  const { form, labels, name, className, onSaved, notice, children, buttons } = props
  const state = useStore(form.$state)
  const { values, fieldErrors, status } = state
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const failure = status.name === 'failed' ? status : undefined
  useFocusOnRejection(element, banner, failure, fieldErrors)
  // Said at the field alone, which has the focus: what is missing before anything is sent, and the reason of a proposal.
  const isAtField =
    failure?.error === undefined
      ? Object.keys(fieldErrors).length > 0
      : wantedReason(failure.error) !== undefined && Object.keys(fieldErrors).every((name) => name in values)
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
      <StaleDialog
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
