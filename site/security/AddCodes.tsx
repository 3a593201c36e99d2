import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { explainFactorFailure } from '#core/security/explain'
import type { FactorClient } from '#core/security/factor-client'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { CopyButton } from '#ui/CopyButton'
import { Field, Input } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { drawQrCode } from './qr-path.ts'

interface AddCodesProps {
  client: FactorClient
  /** One-time codes that were begun. */
  begun: Awaited<ReturnType<FactorClient['beginTotp']>>
  onClose: () => void
  /** Called with the recovery codes, of which there are some the first time. */
  onAdded: (recoveryCodes: string[]) => void
}

/** Sets up an authenticator app: scan or type the secret, then confirm with the first code. */
export function AddCodes({ client, begun: { id, secret, uri }, onClose, onAdded }: AddCodesProps) {
  const { path, size } = useMemo(() => drawQrCode(uri), [uri])
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state.error) banner.current?.focus()
  }, [state])

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.isBusy) return
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    if (code === '') return setState({ isBusy: false, error: 'Enter the code that the app shows' })
    setState({ isBusy: true })
    try {
      onAdded(await client.confirmTotp(id, code))
    } catch (error) {
      setState({ isBusy: false, error: explainFactorFailure(error) })
      form.querySelector('input')?.select()
    }
  }

  const groups = secret.match(/.{1,4}/g)?.join(' ')
  return (
    <NativeDialog open onClose={onClose} title="Set up one-time codes">
      <ol className="grid gap-6">
        <li>
          <p className="font-medium">1. Scan this with an authenticator app</p>
          <div className="mt-3 flex flex-wrap items-center gap-5">
            <svg
              viewBox={`0 0 ${size} ${size}`}
              className="w-44 flex-none rounded border border-line"
              role="img"
              aria-label="QR code for an authenticator app"
              shapeRendering="crispEdges"
            >
              {/* Black on white in both themes: apps read no other. */}
              <rect width={size} height={size} fill="#fff" />
              <path d={path} fill="#000" />
            </svg>
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-[0.875rem] text-ink-2">Or type this key into the app:</p>
              <p className="mt-1 flex items-start gap-1">
                <code className="text-[0.9375rem] leading-relaxed wrap-anywhere">{groups}</code>
                <CopyButton text={secret} of="the key" />
              </p>
            </div>
          </div>
        </li>
        <li>
          <p className="font-medium">2. Enter the code that the app shows</p>
          <form noValidate onSubmit={confirm} className="mt-3 grid gap-5" aria-busy={state.isBusy}>
            {state.error && !state.isBusy && (
              <Banner kind="error" ref={banner}>
                {state.error}
              </Banner>
            )}
            <Field label="One-time code" required>
              {(wiring) => (
                <Input
                  {...wiring}
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  className="font-mono text-[1.25rem] tracking-[0.25em]"
                />
              )}
            </Field>
            <Button type="submit" busy={state.isBusy && 'Checking...'}>
              Turn on one-time codes
            </Button>
          </form>
        </li>
      </ol>
    </NativeDialog>
  )
}
