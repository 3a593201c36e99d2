import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCalendarDate } from '#core/format/format'
import type { FactorClient, FactorList } from '#core/security/factor-client'
import { getFactorErrorMessage } from '#core/security/factor-error-message'
import { canUsePasskeys } from '#core/security/passkey-support'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AddAuthenticatorApp } from './AddAuthenticatorApp.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RemainingRecoveryCodes } from './RemainingRecoveryCodes.tsx'

interface SecondFactorsProps {
  client: FactorClient
  /** The account name: its email or user name. */
  account: string
}

/** An account's second factors: the existing ones, and adding, removing and recovering them. */
export function TwoStepVerification({ client, account }: SecondFactorsProps) {
  const view = useStore(client.$list)
  return (
    <Panel
      title="Two-step verification"
      note="Adds a second step after your password. A passkey can also replace your password."
    >
      <RemoteView
        view={view}
        failure="Your two-step verification methods could not be loaded."
        onRetry={client.refresh}
        loading={<Loading />}
      >
        {(list) => <Factors list={list} client={client} account={account} />}
      </RemoteView>
    </Panel>
  )
}

type Opened = { name: 'codes'; begun: Awaited<ReturnType<FactorClient['beginTotp']>> } | { name: 'passkey' }

type Result = { kind: 'success' | 'error'; message: string }

function Factors({ list, client, account }: SecondFactorsProps & { list: FactorList }) {
  const {
    factors,
    recovery_codes_left: left,
    recovery_codes_kept: areKept,
    passkeys_available: isAvailable,
  } = list
  const [opened, setOpened] = useState<Opened>()
  /** Recovery codes that are shown until their owner confirms that they are saved. */
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [busy, setBusy] = useState<string>()
  const [removing, setRemoving] = useState<number>()
  const [result, setResult] = useState<Result>()
  const place = useRef<HTMLDivElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!result) return
    banner.current?.focus({ preventScroll: true })
    // Scrolls no further than needed, because the pressed button is mostly below it.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [result])

  const opener = useRef<HTMLElement>(null)
  // The button was disabled while its dialog was loaded, so the browser cannot return the focus to it.
  useEffect(() => {
    if (!opened) opener.current?.focus()
  }, [opened])

  const run = async (name: string, work: () => Promise<Result | undefined>) => {
    setBusy(name)
    setResult(undefined)
    try {
      setResult(await work())
    } catch (error) {
      setResult({ kind: 'error', message: getFactorErrorMessage(error) })
    } finally {
      setBusy(undefined)
    }
  }
  const changed = async (message: string): Promise<Result> => {
    await client.refresh()
    return { kind: 'success', message }
  }
  const beginCodes = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    opener.current = currentTarget
    return run('codes', async () => {
      setOpened({ name: 'codes', begun: await client.beginTotp() })
      return undefined
    })
  }
  const replaceCodes = () =>
    run('recovery', async () => {
      const codes = await client.replaceRecoveryCodes()
      setRecoveryCodes(codes)
      await client.refresh()
      return undefined
    })
  const keepCodes = () =>
    run('kept', async () => {
      await client.keepRecoveryCodes()
      setRecoveryCodes(undefined)
      return changed('Recovery codes confirmed as saved.')
    })
  const remove = (id: number, name: string) =>
    run(`remove ${id}`, async () => {
      await client.remove(id)
      setRemoving(undefined)
      return changed(`"${name}" was removed.`)
    })

  // While they are on screen, the panel itself asks.
  const isUnkept = !areKept && !recoveryCodes
  const canAddPasskey = isAvailable && canUsePasskeys()
  return (
    <div className="grid">
      <div ref={place} className="scroll-mt-24 empty:hidden p-[22px] pb-0 max-sm:p-4 max-sm:pb-0">
        {result && (
          <Banner kind={result.kind} ref={banner}>
            {result.message}
          </Banner>
        )}
      </div>
      {factors.length === 0 ? (
        <p className="px-[22px] py-5 text-ink-2 max-sm:px-4">
          Two-step verification is off. Anyone who knows your password can sign in.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {factors.map(({ id, kind, name, created_at, last_used_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-[22px] py-4 max-sm:px-4">
              <div className="min-w-0 flex-1 basis-52">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium wrap-anywhere">{name}</span>
                  <Badge>{kind === 'passkey' ? 'Passkey' : 'Authenticator app'}</Badge>
                </p>
                <p className="mt-1 text-[0.875rem] text-ink-2">
                  Added {formatCalendarDate(created_at)} ·{' '}
                  {last_used_at ? `last used ${formatCalendarDate(last_used_at)}` : 'not used yet'}
                </p>
              </div>
              {removing === id ? (
                <span className="flex flex-wrap items-center gap-2">
                  <Button
                    look="danger"
                    small
                    // Replaces the button that had the focus.
                    autoFocus
                    busy={busy === `remove ${id}` && 'Removing...'}
                    onClick={() => remove(id, name)}
                  >
                    Remove {name}
                  </Button>
                  <Button look="quiet" small onClick={() => setRemoving(undefined)}>
                    Cancel
                  </Button>
                </span>
              ) : (
                <Button look="quiet" small aria-label={`Remove ${name}`} onClick={() => setRemoving(id)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Actions>
        {canAddPasskey && (
          <Button
            look="quiet"
            onClick={({ currentTarget }) => {
              opener.current = currentTarget
              setOpened({ name: 'passkey' })
            }}
          >
            Add a passkey
          </Button>
        )}
        <Button look="quiet" busy={busy === 'codes' && 'Please wait...'} onClick={beginCodes}>
          {factors.some(({ kind }) => kind === 'totp')
            ? 'Add another authenticator app'
            : 'Set up an authenticator app'}
        </Button>
        {!isAvailable && (
          <p className="basis-full text-[0.875rem] text-ink-2">
            Passkeys are unavailable because this site is accessed through an IP address.
          </p>
        )}
      </Actions>
      {recoveryCodes && (
        <RecoveryCodes
          codes={recoveryCodes}
          account={account}
          isBusy={busy === 'kept'}
          onKept={() => void keepCodes()}
        />
      )}
      {factors.length > 0 && (
        <RemainingRecoveryCodes
          left={left}
          isUnkept={isUnkept}
          isBusy={busy === 'recovery'}
          onReplace={() => void replaceCodes()}
        />
      )}
      {opened?.name === 'codes' && (
        <AddAuthenticatorApp
          client={client}
          begun={opened.begun}
          onClose={() => setOpened(undefined)}
          onAdded={(codes) => {
            setOpened(undefined)
            if (codes.length > 0) setRecoveryCodes(codes)
            void run('list', () => changed('Authenticator app is on.'))
          }}
        />
      )}
      {opened?.name === 'passkey' && (
        <AddPasskey
          client={client}
          onClose={() => setOpened(undefined)}
          onAdded={(name) => {
            setOpened(undefined)
            void run('list', () => changed(`The passkey "${name}" was added.`))
          }}
        />
      )}
    </div>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-3 border-line border-t px-[22px] py-4 max-sm:px-4">{children}</div>
)

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading two-step verification methods</span>
      <div className="px-[22px] py-5 max-sm:px-4">
        <Skeleton className="h-5 w-72 max-w-full" />
      </div>
      <Actions>
        <Skeleton className="h-11 w-36" />
        <Skeleton className="h-11 w-48" />
      </Actions>
    </div>
  )
}
