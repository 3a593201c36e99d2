/** Creates and uses passkeys through the browser's dialogs. */
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from '#contract/identity/passkeys'

/** The user closed the browser's dialog or it timed out; browsers do not distinguish the two. */
export class PasskeyCancelledError extends Error {
  constructor(cause: unknown) {
    super('No passkey was selected. Please try again.', { cause })
    this.name = 'PasskeyCancelled'
  }
}

/** This device already has the passkey. */
export class PasskeyAlreadyExistsError extends Error {
  constructor(cause: unknown) {
    super('This device already has a passkey for your account.', { cause })
    this.name = 'PasskeyKnown'
  }
}

function explain(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') {
    return new PasskeyAlreadyExistsError(error)
  }
  return name === 'NotAllowedError' || name === 'AbortError' ? new PasskeyCancelledError(error) : error
}

/** Runs one browser prompt, which ends when the signal is aborted. */
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

/**
 * Creates a passkey. Throws `PasskeyCancelledError`, also once the signal is aborted, and `PasskeyAlreadyExistsError`.
 */
export async function createPasskey(
  options: PasskeyCreationOptions,
  signal: AbortSignal,
): Promise<RegistrationCredential> {
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

/** Signs with a passkey. Throws `PasskeyCancelledError`, also once the signal is aborted. */
export async function signWithPasskey(
  options: PasskeyRequestOptions,
  signal: AbortSignal,
): Promise<AuthenticationCredential> {
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
