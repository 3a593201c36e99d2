/** The calls about second factors, the same for investors and administrators. */
import type { Factor, factors, NewTotp, StepUpBody } from '#contract/factors'
import type { RequestOptions } from '#contract/passkeys'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import { RejectedCall } from '#core/api/problems'
import { dataOf } from '#core/query/remote'
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
  /** Fetches the list again. */
  refresh: () => Promise<void>
  beginTotp: () => Promise<NewTotp>
  /** Returns the recovery codes, the first time. */
  confirmTotp: (id: number, code: string) => Promise<string[]>
  /** Asks the browser for a passkey, until the signal is aborted. */
  addPasskey: (name: string, signal: AbortSignal) => Promise<void>
  remove: (id: number) => Promise<void>
  replaceRecoveryCodes: () => Promise<string[]>
  /** Says that the codes are kept. */
  keepRecoveryCodes: () => Promise<void>
  stepUpOptions: () => Promise<RequestOptions>
  stepUp: (body: StepUpBody) => Promise<void>
}

/** What a session says of the recovery codes, which these calls bring up to date. */
interface UnkeptCodes {
  recovery_codes_unkept?: boolean | undefined
}

/** Makes the calls of one kind of account, from its endpoints. */
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
    beginTotp: () => call(calls.addTotp, { body: {} }),
    async confirmTotp(id, code) {
      try {
        return (await call(calls.confirmTotp, { body: { id, code } })).recovery_codes ?? []
      } catch (error) {
        // Sent again because the first response was lost: they are on already.
        if (!(error instanceof RejectedCall) || error.status !== 404) throw error
        await refresh()
        if (dataOf($view.get())?.factors.some((factor) => factor.id === id)) return []
        throw error
      }
    },
    async addPasskey(name, signal) {
      const { options } = await call(calls.passkeyOptions, { body: {} })
      await call(calls.addPasskey, { body: { credential: await createPasskey(options, signal), name } })
    },
    async remove(id) {
      await call(calls.remove, { params: { id } })
    },
    replaceRecoveryCodes: async () => (await call(calls.newRecoveryCodes, { body: {} })).recovery_codes,
    async keepRecoveryCodes() {
      await call(calls.keptRecoveryCodes, { body: {} })
    },
    stepUpOptions: async () => (await call(calls.stepUpOptions, { body: {} })).options,
    async stepUp(body) {
      await call(calls.stepUp, { body })
    },
  }
}
