/** Passkeys in the browser: its dialogs make and use them. */
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { CreationOptions, NewCredential, RequestOptions, SignedCredential } from '#contract/passkeys'

/** The user has closed the browser's dialog, or it has timed out: browsers do not say which. */
export class PasskeyCancelled extends Error {
  constructor(cause: unknown) {
    super('No passkey was chosen. You can try again.', { cause })
    this.name = 'PasskeyCancelled'
  }
}

/** This device has the passkey already. */
export class PasskeyKnown extends Error {
  constructor(cause: unknown) {
    super('This device has a passkey for your account already.', { cause })
    this.name = 'PasskeyKnown'
  }
}

function explain(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') {
    return new PasskeyKnown(error)
  }
  return name === 'NotAllowedError' || name === 'AbortError' ? new PasskeyCancelled(error) : error
}

/** Runs one prompt of the browser, which ends with the signal. */
async function prompt<Result>(signal: AbortSignal, open: () => Promise<Result>): Promise<Result> {
  const end = () => WebAuthnAbortService.cancelCeremony()
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', end)
    return await open()
  } catch (error) {
    throw explain(error)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Makes a passkey. Throws `PasskeyCancelled`, also once the signal is aborted, and `PasskeyKnown`. */
export async function createPasskey(options: CreationOptions, signal: AbortSignal): Promise<NewCredential> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await prompt(signal, () => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

/** Signs with a passkey. Throws `PasskeyCancelled`, also once the signal is aborted. */
export async function signWithPasskey(
  options: RequestOptions,
  signal: AbortSignal,
): Promise<SignedCredential> {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await prompt(signal, () => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}
