/** Passkeys in the browser: its dialogs make and use them. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
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

/** Makes a passkey. Throws `PasskeyCancelled` and `PasskeyKnown`. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  try {
    const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
    const { id, rawId, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }
  } catch (error) {
    throw explain(error)
  }
}

/** Signs with a passkey. Throws `PasskeyCancelled`. */
export async function signWithPasskey(options: RequestOptions): Promise<SignedCredential> {
  try {
    const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
    const { id, rawId, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    }
  } catch (error) {
    throw explain(error)
  }
}
