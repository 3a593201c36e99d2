import type { StepUpBody } from '#contract/identity/factors'
import type { PasskeyRequestOptions } from '#contract/identity/passkeys'
import type { StepUpMethod } from '#shared/enums/factors'
import { signWithPasskey } from './passkey-browser.ts'
import { canUsePasskeys } from './passkey-support.ts'

/** A request for a second factor or password: a sign-in, or a call that needs a confirmation. */
export interface FactorPrompt {
  methods: readonly StepUpMethod[]
  /** The options for the browser's passkey prompt. */
  options: () => Promise<PasskeyRequestOptions>
  /** Sends the answer. Rejects if it is wrong. */
  send: (answer: StepUpBody) => Promise<void>
}

/** The methods this browser supports; all methods if it supports none. */
export function listAvailableMethods(methods: readonly StepUpMethod[]): readonly StepUpMethod[] {
  const possible = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  return possible.length > 0 ? possible : methods
}

/** Answers with the typed value, or with a passkey that the browser asks for until the signal is aborted. */
export async function submitFactor(
  asker: FactorPrompt,
  method: StepUpMethod,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  if (method === 'passkey') {
    return asker.send({ method, credential: await signWithPasskey(await asker.options(), signal) })
  }
  return asker.send(method === 'password' ? { method, password: text } : { method, code: text.trim() })
}
