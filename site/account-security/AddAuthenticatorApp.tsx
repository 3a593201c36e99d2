import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { FactorClient } from '#core/security/factor-client'
import { getFactorErrorMessage } from '#core/security/factor-error-message'
import { useMediaQuery } from '#site/ui/use-media-query.ts'
import { Button, LinkButton } from '#ui/Button'
import { CopyButton } from '#ui/CopyButton'
import { Field, Input } from '#ui/Field'
import { NativeDialog } from '#ui/NativeDialog'
import { drawQrCode } from './qr-code-path.ts'

/** A small touch screen, where the app is most likely on the same device. */
const PHONE = '(max-width: 40rem) and (pointer: coarse)'

interface AddCodesProps {
  client: FactorClient
  /** The authenticator setup in progress. */
  begun: Awaited<ReturnType<FactorClient['beginTotp']>>
  onClose: () => void
  /** Called with the recovery codes, which are issued only the first time. */
  onAdded: (recoveryCodes: string[]) => void
}

/** Sets up an authenticator app: scan or type the secret, then confirm with the first code. */
export function AddAuthenticatorApp({ client, begun: { id, secret, uri }, onClose, onAdded }: AddCodesProps) {
  const { path, size } = useMemo(() => drawQrCode(uri), [uri])
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false })
  const field = useRef<HTMLInputElement>(null)
  // The wrong code is overwritten by typing; its message describes the field.
  useEffect(() => {
    if (state.error) field.current?.select()
  }, [state])
  const isPhone = useMediaQuery(PHONE)

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.isBusy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setState({ isBusy: false, error: 'Enter the code from your authenticator app' })
    setState({ isBusy: true })
    try {
      onAdded(await client.confirmTotp(id, code))
    } catch (error) {
      setState({ isBusy: false, error: getFactorErrorMessage(error) })
    }
  }

  const groups = secret.match(/.{1,4}/g)?.join(' ')
  return (
    <NativeDialog open onClose={onClose} title="Set up an authenticator app">
      <ol className="grid gap-6">
        <li>
          <p className="font-medium">1. {isPhone ? 'Add' : 'Scan'} this code with your authenticator app</p>
          {isPhone && (
            <>
              <LinkButton href={uri} className="mt-3 w-full">
                Open in an authenticator app on this phone
              </LinkButton>
              <p className="mt-5 text-[0.875rem] text-ink-2">Or scan it with another device:</p>
            </>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-5">
            <svg
              viewBox={`0 0 ${size} ${size}`}
              className="w-44 flex-none rounded border border-line"
              role="img"
              aria-label="QR code for an authenticator app"
              shapeRendering="crispEdges"
            >
              {/* Black on white in both themes, because apps read nothing else. */}
              <rect width={size} height={size} fill="#fff" />
              <path d={path} fill="#000" />
            </svg>
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-[0.875rem] text-ink-2">Or enter this key manually:</p>
              <p className="mt-1 flex items-start gap-1">
                <code className="text-[0.9375rem] leading-relaxed wrap-anywhere">{groups}</code>
                <CopyButton text={secret} name="the key" />
              </p>
              {!isPhone && (
                <p className="mt-3 text-[0.875rem]">
                  <a className="text-accent-text underline decoration-1 underline-offset-4" href={uri}>
                    Open in an authenticator app on this device
                  </a>
                </p>
              )}
            </div>
          </div>
        </li>
        <li>
          <p className="font-medium">2. Enter the six-digit code from the app</p>
          <form noValidate onSubmit={confirm} className="mt-3 grid gap-5" aria-busy={state.isBusy}>
            <Field label="One-time code" error={state.isBusy ? undefined : state.error} isAlert required>
              {(wiring) => (
                <Input
                  {...wiring}
                  ref={field}
                  name="code"
                  // On a phone, the keyboard would cover the content above.
                  data-autofocus={isPhone ? undefined : true}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  className="font-mono text-[1.25rem] tracking-[0.25em]"
                />
              )}
            </Field>
            <Button type="submit" busy={state.isBusy && 'Checking...'}>
              Turn on authenticator app
            </Button>
          </form>
        </li>
      </ol>
    </NativeDialog>
  )
}
