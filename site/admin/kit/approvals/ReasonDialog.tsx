import { type FormEvent, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { APPROVAL_REASON_MAX } from '#contract/approval-rule'
import { ApprovalRequiredError, getReasonRequirement } from '#core/api/approval-requests'
import { Button } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { type ApprovedWrite, SecondApproval } from './SecondApproval.tsx'

/** A prompt that asks for a reason. */
interface ReasonQuestion {
  title: string
  /** What will happen. */
  message: ReactNode
  /** The label of the button. */
  action: string
  approval?: ApprovedWrite
}

interface ReasonDialogProps {
  question: ReasonQuestion
  onEnd: (reason: string | undefined) => void
}

/** Asks for a reason. `onEnd` is called once; without a reason nothing is done. */
function ReasonDialog({ question: { title, message, action, approval }, onEnd }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setError('Enter a reason')
    else onEnd(reason.trim())
  }
  return (
    <NativeDialog open onClose={() => onEnd(undefined)} title={title}>
      <form noValidate className="grid gap-5" onSubmit={send}>
        <div className="grid gap-5 wrap-anywhere">{message}</div>
        {approval && <SecondApproval write={approval} />}
        <Field label="Reason" error={error} required>
          {(wiring) => (
            <Textarea
              {...wiring}
              name="reason"
              rows={4}
              maxLength={APPROVAL_REASON_MAX}
              data-autofocus
              value={reason}
              onChange={({ target }) => {
                setReason(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3 border-line border-t pt-5">
          <Button look="quiet" onClick={() => onEnd(undefined)}>
            Cancel
          </Button>
          <Button type="submit">{action}</Button>
        </div>
      </form>
    </NativeDialog>
  )
}

/**
 * Asks the administrator for a reason; resolves to undefined if cancelled. The dialog is a separate tree beside the
 * page, because any screen may have asked.
 */
export function promptForReason(question: ReasonQuestion): Promise<string | undefined> {
  const opener = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (reason: string | undefined) => {
      root.unmount()
      place.remove()
      if (opener instanceof HTMLElement) opener.focus()
      resolve(reason)
    }
    root.render(<ReasonDialog question={question} onEnd={end} />)
  })
}

/**
 * Makes a write that has no dialog of its own, and asks for the reason if a second administrator must approve it.
 * Resolves to whether the write was made: not if the administrator cancelled, or if it now awaits approval. Throws as the
 * write does.
 */
export async function writeAskingForReason(
  write: (reason?: string) => Promise<unknown>,
  question: ReasonQuestion,
): Promise<boolean> {
  try {
    try {
      await write()
    } catch (error) {
      if (getReasonRequirement(error) === undefined) throw error
      const reason = await promptForReason(question)
      if (reason === undefined) return false
      await write(reason)
    }
    return true
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return false
    throw error
  }
}
