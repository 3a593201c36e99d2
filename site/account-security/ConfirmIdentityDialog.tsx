import { createRoot } from 'react-dom/client'
import { ApiError } from '#core/api/call-errors'
import type { PendingCall } from '#core/api/step-up'
import { formatMoney } from '#core/format/format'
import type { FactorClient } from '#core/security/factor-client'
import type { StepUpMethod } from '#shared/enums/factors'
import { NativeDialog } from '#ui/NativeDialog'
import { FactorForm } from './FactorForm.tsx'

interface StepUpDialogProps {
  methods: readonly StepUpMethod[]
  call: PendingCall
  client: FactorClient
  /** Called once with whether the user has confirmed. */
  onEnd: (isConfirmed: boolean) => void
}

/** What a call will do, in its own words or with values from its body, such as an amount of money. */
function nameAct({ endpoint: { confirms = '' }, body, act }: PendingCall): string {
  if (act) return act
  const values = (body ?? {}) as Record<string, string>
  return confirms.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return name === 'amount' ? formatMoney(value) : value
  })
}

function StepUpDialog({ methods, call, client, onEnd }: StepUpDialogProps) {
  return (
    <NativeDialog open onClose={() => onEnd(false)} title="Confirm it's you">
      <div className="mb-5 rounded border border-line bg-sunken px-4 py-3">
        <p className="text-[0.8125rem] text-ink-2">You are confirming</p>
        <p className="mt-0.5 font-medium wrap-anywhere">{nameAct(call)}</p>
      </div>
      <FactorForm
        asker={{ methods, options: client.stepUpOptions, send: client.stepUp }}
        submit="Confirm"
        busy="Checking..."
        onDone={() => onEnd(true)}
      />
      <p className="mt-5 text-[0.8125rem] text-ink-2">You will not be asked again for a few minutes.</p>
    </NativeDialog>
  )
}

/** Confirms with the password from the form that made the call. A failure is thrown as its field's error. */
async function confirmWithTyped(client: FactorClient, password: string): Promise<boolean> {
  try {
    await client.stepUp({ method: 'password', password })
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation') throw error
    const { code, message, requestId: request_id, status } = error
    const details = [{ path: '/current_password', message }]
    throw new ApiError({ error: message, code, request_id, details }, { status })
  }
}

/**
 * Asks the user to confirm so that the call can proceed: with the password just typed into its form, or in a dialog.
 * The dialog is a separate tree beside the page, because any screen may have made the call.
 */
export function openStepUpDialog(
  client: FactorClient,
  { methods, typed, call }: { methods: readonly string[]; typed: string | undefined; call: PendingCall },
): Promise<boolean> {
  if (typed && methods.every((method) => method === 'password')) return confirmWithTyped(client, typed)
  const opener = document.activeElement
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      if (opener instanceof HTMLElement) opener.focus()
      resolve(isConfirmed)
    }
    root.render(
      <StepUpDialog methods={methods as readonly StepUpMethod[]} call={call} client={client} onEnd={end} />,
    )
  })
}
