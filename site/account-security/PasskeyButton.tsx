import { useEffect, useRef, useState } from 'react'
import { getFactorErrorMessage } from '#core/security/factor-error-message'
import { type SignedInSession, signInWithPasskey } from '#core/security/second-factor-sign-in'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'

interface PasskeyButtonProps {
  disabled: boolean
  /** Sent with each call: the administrators' secret path. */
  headers?: Readonly<Record<string, string>>
  /** Stores the session and opens the next page. */
  enter: (session: SignedInSession) => void
}

/** Sign-in with a passkey instead of the form above. */
export function PasskeyButton({ disabled, headers = {}, enter }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const prompt = usePasskeyPrompt()
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) banner.current?.focus()
  }, [error])

  const start = async () => {
    setBusy(true)
    setError(undefined)
    try {
      enter(await signInWithPasskey(headers, prompt.begin()))
    } catch (failure) {
      setError(getFactorErrorMessage(failure))
      setBusy(false)
    }
  }
  return (
    <div className="mt-4 grid gap-4">
      <p className="flex items-center gap-4 text-[0.875rem] text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {error && (
        <Banner kind="error" ref={banner}>
          {error}
        </Banner>
      )}
      <Button
        look="quiet"
        className="w-full"
        disabled={disabled}
        busy={isBusy && 'Waiting for your device...'}
        onClick={start}
      >
        Sign in with a passkey
      </Button>
      {isBusy && (
        <Button look="quiet" className="w-full" onClick={prompt.end}>
          Cancel
        </Button>
      )}
    </div>
  )
}
