/** Calls that manage second factors, shared by investors and administrators. */
import type { Factor, factors, StepUpBody, TotpSetup } from '#contract/identity/factors'
import type { PasskeyRequestOptions } from '#contract/identity/passkeys'
import { ApiError } from '#core/api/call-errors'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import { getData } from '#core/query/remote'
import type { QueryKey, SessionQuery } from '#core/session/internal/session-query'
import type { SessionStore } from '#core/session/session'
import { createPasskey } from './passkey-browser.ts'

export interface FactorList {
  factors: Factor[]
  recovery_codes_left: number
  recovery_codes_kept: boolean
  passkeys_available: boolean
}

export interface FactorClient {
  $list: SessionQuery<FactorList>['$view']
  /** Refetches the list. */
  refresh: () => Promise<void>
  beginTotp: () => Promise<TotpSetup>
  /** Returns the recovery codes, the first time only. */
  confirmTotp: (id: number, code: string) => Promise<string[]>
  /** Asks the browser for a passkey, until the signal is aborted. */
  addPasskey: (name: string, signal: AbortSignal) => Promise<void>
  remove: (id: number) => Promise<void>
  replaceRecoveryCodes: () => Promise<string[]>
  /** Confirms that the codes have been saved. */
  keepRecoveryCodes: () => Promise<void>
  stepUpOptions: () => Promise<PasskeyRequestOptions>
  stepUp: (body: StepUpBody) => Promise<void>
}

/** The session's recovery code status, which these calls update. */
interface UnkeptCodes {
  recovery_codes_unkept?: boolean | undefined
}

/** Creates the calls for one kind of account from its endpoints. */
export function createFactorClient(
  call: SignedInCall,
  calls: typeof factors,
  createQuery: (key: QueryKey, fetcher: () => Promise<FactorList>) => SessionQuery<FactorList>,
  session: Pick<SessionStore<UnkeptCodes>, 'read' | 'updateUser'>,
): FactorClient {
  const { $view, refresh } = createQuery(['factors'], async () => {
    const list = await call(calls.list)
    const isAsked = session.read()?.user.recovery_codes_unkept
    if (list.recovery_codes_kept && isAsked) session.updateUser({ recovery_codes_unkept: false })
    return list
  })
  return {
    $list: $view,
    refresh,
    beginTotp: () => call(calls.startTotpSetup, { body: {} }),
    async confirmTotp(id, code) {
      try {
        return (await call(calls.confirmTotp, { body: { id, code } })).recovery_codes ?? []
      } catch (error) {
        // Sent again because the first response was lost: the codes are already in use.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
        await refresh()
        if (getData($view.get())?.factors.some((factor) => factor.id === id)) return []
        throw error
      }
    },
    async addPasskey(name, signal) {
      const { options } = await call(calls.getPasskeyOptions, { body: {} })
      await call(calls.addPasskey, { body: { credential: await createPasskey(options, signal), name } })
    },
    async remove(id) {
      await call(calls.remove, { params: { id } })
    },
    replaceRecoveryCodes: async () => (await call(calls.replaceRecoveryCodes, { body: {} })).recovery_codes,
    async keepRecoveryCodes() {
      await call(calls.confirmRecoveryCodesSaved, { body: {} })
    },
    stepUpOptions: async () => (await call(calls.stepUpOptions, { body: {} })).options,
    async stepUp(body) {
      await call(calls.stepUp, { body })
    },
  }
}
