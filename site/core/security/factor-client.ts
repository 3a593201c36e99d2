/** The calls about second factors, the same for investors and administrators. */
import type { Factor, factors, NewTotp, StepUpBody } from '#contract/factors'
import type { RequestOptions } from '#contract/passkeys'
import type { SignedInCall } from '#core/api/internal/signed-in-api'
import type { QueryKey, SessionQuery } from '#core/session/internal/session-query'
import { createPasskey } from './passkey-browser.ts'

export interface FactorList {
  factors: Factor[]
  recovery_codes_left: number
  passkeys_available: boolean
}

export interface FactorClient {
  $list: SessionQuery<FactorList>['$view']
  /** Fetches the list again. */
  refresh: () => Promise<void>
  beginTotp: () => Promise<NewTotp>
  /** Returns the recovery codes, the first time. */
  confirmTotp: (id: number, code: string) => Promise<string[]>
  addPasskey: (name: string) => Promise<void>
  remove: (id: number) => Promise<void>
  replaceRecoveryCodes: () => Promise<string[]>
  stepUpOptions: () => Promise<RequestOptions>
  stepUp: (body: StepUpBody) => Promise<void>
}

/** Makes the calls of one kind of account, from its endpoints. */
export function createFactorClient(
  call: SignedInCall,
  calls: typeof factors,
  createQuery: (key: QueryKey, fetcher: () => Promise<FactorList>) => SessionQuery<FactorList>,
): FactorClient {
  const { $view, refresh } = createQuery(['factors'], () => call(calls.list))
  return {
    $list: $view,
    refresh,
    beginTotp: () => call(calls.addTotp, { body: {} }),
    confirmTotp: async (id, code) =>
      (await call(calls.confirmTotp, { body: { id, code } })).recovery_codes ?? [],
    async addPasskey(name) {
      const { options } = await call(calls.passkeyOptions, { body: {} })
      await call(calls.addPasskey, { body: { credential: await createPasskey(options), name } })
    },
    async remove(id) {
      await call(calls.remove, { params: { id } })
    },
    replaceRecoveryCodes: async () => (await call(calls.newRecoveryCodes, { body: {} })).recovery_codes,
    stepUpOptions: async () => (await call(calls.stepUpOptions, { body: {} })).options,
    async stepUp(body) {
      await call(calls.stepUp, { body })
    },
  }
}
