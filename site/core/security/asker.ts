import type { StepUpBody } from '#contract/factors'
import type { RequestOptions } from '#contract/passkeys'
import type { StepUpMethod } from '#shared/enums/factors'
import { signWithPasskey } from './passkey-browser.ts'
import { canUsePasskeys } from './passkey-support.ts'

/** Someone who asks for a second factor or a password: a sign-in, or a call that needs a confirmation. */
export interface Asker {
  methods: readonly StepUpMethod[]
  /** The options with which the browser asks a passkey. */
  options: () => Promise<RequestOptions>
  /** Sends the answer. Rejects when it is wrong. */
  send: (answer: StepUpBody) => Promise<void>
}

/** The methods that this browser can offer; all when that leaves none. */
export function offeredMethods(methods: readonly StepUpMethod[]): readonly StepUpMethod[] {
  const possible = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  return possible.length > 0 ? possible : methods
}

/** Answers with what was typed, or with a passkey that the browser asks for until the signal is aborted. */
export async function answer(
  asker: Asker,
  method: StepUpMethod,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  if (method === 'passkey') {
    return asker.send({ method, credential: await signWithPasskey(await asker.options(), signal) })
  }
  return asker.send(method === 'password' ? { method, password: text } : { method, code: text.trim() })
}
