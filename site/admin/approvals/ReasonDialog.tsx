import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { REASON_MAX, REASON_MISSING_FOR_SUM } from '#contract/two-pairs'
import { Button } from '#ui/Button'
import { Field, Textarea } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'

interface ReasonDialogProps {
  /** What the server says about the missing reason. */
  why: string
  onEnd: (reason: string | undefined) => void
}

/** Asks for the reason of a proposal. `onEnd` is called once; without a reason nothing is proposed. */
function ReasonDialog({ why, onEnd }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const propose = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setError('Enter the reason')
    else onEnd(reason.trim())
  }
  return (
    <NativeDialog open onClose={() => onEnd(undefined)} title="A second administrator has to approve this">
      <form noValidate className="grid gap-5" onSubmit={propose}>
        {why === REASON_MISSING_FOR_SUM && (
          <p>
            With what you wrote for this investor in the last 24 hours, this is above the amount that one
            administrator may write alone.
          </p>
        )}
        <p className="text-ink-2">
          Nothing changes until somebody else approves it. They see your name, your reason, and what changes.
        </p>
        <Field label="Reason" error={error} required>
          {(wiring) => (
            <Textarea
              {...wiring}
              name="reason"
              rows={4}
              maxLength={REASON_MAX}
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
          <Button type="submit">Propose</Button>
        </div>
      </form>
    </NativeDialog>
  )
}

/**
 * Asks the administrator for the reason of a proposal, after why it is one; undefined when cancelled. The dialog is a tree of its own beside
 * the page: any screen may have made the call.
 */
export function askReason(why: string): Promise<string | undefined> {
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
    root.render(<ReasonDialog why={why} onEnd={end} />)
  })
}
