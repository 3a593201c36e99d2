import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FactorClient } from '#core/security/factor-client'
import { getFactorErrorMessage } from '#core/security/factor-error-message'
import { Button } from '#ui/Button'
import { Field, Input } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'

interface NamePasskeyProps {
  client: FactorClient
  onClose: () => void
  onAdded: (name: string) => void
}

/** Asks for the name of a new passkey, and then asks the browser for the passkey. */
export function AddPasskey({ client, onClose, onAdded }: NamePasskeyProps) {
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const prompt = usePasskeyPrompt()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (state.error) field.current?.focus()
  }, [state])

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.isBusy) return
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return setState({ isBusy: false, error: 'Enter a name for the passkey' })
    setState({ isBusy: true })
    try {
      await client.addPasskey(name, prompt.begin())
      onAdded(name)
    } catch (error) {
      setState({ isBusy: false, error: getFactorErrorMessage(error) })
    }
  }

  return (
    <NativeDialog open onClose={onClose} title="Add a passkey">
      <form noValidate onSubmit={add} className="grid gap-5" aria-busy={state.isBusy}>
        <p className="text-ink-2">
          A passkey is stored on this device, in your password manager or on a security key. You unlock it
          with your fingerprint, face or PIN.
        </p>
        <Field
          label="Name"
          hint="Helps you recognize it later, for example “Work laptop”"
          error={state.isBusy ? undefined : state.error}
          isAlert
          required
        >
          {(wiring) => (
            <Input {...wiring} ref={field} name="name" data-autofocus maxLength={100} autoComplete="off" />
          )}
        </Field>
        <Button type="submit" busy={state.isBusy && 'Waiting for your device...'}>
          Continue
        </Button>
      </form>
    </NativeDialog>
  )
}
