import { useEffect, useRef, useState } from 'react'
import { explainFactorFailure } from '#core/security/explain'
import { type SecondStepSession, signInWithPasskey } from '#core/security/second-step'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { usePrompt } from './use-prompt.ts'

interface PasskeyButtonProps {
  disabled: boolean
  /** Sent with each call: the path of administrators. */
  headers?: Readonly<Record<string, string>>
  /** Stores the session and opens the next page. */
  enter: (session: SecondStepSession) => void
}

/** Signing in with a passkey in place of the form above. */
export function PasskeyButton({ disabled, headers = {}, enter }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const prompt = usePrompt()
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
      setError(explainFactorFailure(failure))
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
