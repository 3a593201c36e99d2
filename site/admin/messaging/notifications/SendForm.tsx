import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { adminNotifications } from '#contract/messaging/admin-notifications'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { useFocusOnRejection } from '#site/admin/kit/form/EditForm.tsx'
import { ApprovalReason } from '#site/admin/kit/form/ReasonField.tsx'
import { UnsavedChangesGuard } from '#site/admin/kit/form/UnsavedChangesGuard.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { Panel } from '#ui/Panel'
import { MessageFields } from './MessageFields.tsx'
import type { MessageTemplate } from './message-templates.ts'
import type { SendFormState } from './send-form.ts'

interface SendPanelProps {
  title: string
  note: string
  form: SendFormState
  templates: readonly MessageTemplate[]
  submit: string
  /** An error shown before any of the form's own. */
  problem?: string | undefined
  /** Whether the message goes to more than one investor, which a second administrator must approve. */
  isToSeveral: boolean
  /** The recipients are not loaded yet. */
  isWaiting?: boolean
  onSubmit: () => void
  /** Shown above the message: the recipients. */
  children?: ReactNode
}

/** A form that sends notifications. Its success message is shown above both forms. */
export function SendForm({
  title,
  note,
  form,
  templates,
  submit,
  problem,
  isToSeveral,
  isWaiting = false,
  onSubmit,
  children,
}: SendPanelProps) {
  const { status, fieldErrors } = useStore(form.$state)
  const element = useRef<HTMLFormElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const failure = problem ?? (status.name === 'failed' ? status : undefined)
  const message = typeof failure === 'object' ? failure.message : failure

  useFocusOnRejection(element, banner, failure, fieldErrors)
  const write = { endpoint: adminNotifications.send, isNeeded: isToSeveral }

  const fill = (id: string) => {
    const template = templates.find((one) => one.id === id)
    if (!template) return
    for (const name of ['title', 'message', 'type', 'category'] as const) form.set(name, template[name])
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }

  return (
    <Panel title={title} note={note}>
      <form
        ref={element}
        noValidate
        className="flex flex-1 flex-col gap-5 p-[22px] max-sm:p-4"
        aria-busy={status.name === 'saving'}
        onSubmit={send}
      >
        <UnsavedChangesGuard isDirty={form.isChanged()} />
        {message && (
          <Banner kind="error" ref={banner}>
            {message}
          </Banner>
        )}
        {children}
        <Field label="Template" hint="Replace the text in brackets before sending.">
          {(wiring) => (
            <Select
              {...wiring}
              prompt="Select a template"
              options={templates.map(({ id, label }) => ({ value: id, label }))}
              value=""
              onChange={({ target }) => fill(target.value)}
            />
          )}
        </Field>
        <MessageFields form={form} />
        <SecondApproval write={write} />
        <ApprovalReason form={form} write={write} />
        <div className="mt-auto flex justify-end border-line border-t pt-5">
          <Button type="submit" disabled={isWaiting} busy={status.name === 'saving' && 'Sending...'}>
            {submit}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
