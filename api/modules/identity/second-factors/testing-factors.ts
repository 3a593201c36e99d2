/** Test accounts with second factors, set up through the API. */
import { Secret, TOTP } from 'otpauth'
import { createCsrfToken } from '#common/csrf-token'
import { createAuthenticator } from '#testing/authenticator'
import type { TestApp } from '#testing/test-app'

export const PASSWORD = 'Copper-Vein-7788'

/** A secret's code, `steps` of 30 seconds from now: each counts once, and the next one is accepted early. */
export const generateCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A code that is not one of this secret. */
export const generateWrongCode = (secret: string): string => {
  const right = [-2, -1, 0, 1, 2].map((steps) => generateCode(secret, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  )
}

/** Calls in the session of an investor, CSRF token included. */
export function createSessionCalls(
  app: TestApp,
  session: { headers: Record<string, string>; session: { id: string } },
) {
  const headers = {
    ...session.headers,
    'x-csrf-token': createCsrfToken(session.session.id, app.config.TOKEN_SECRET),
  }
  const send =
    (method: string) =>
    (path: string, body?: unknown, more: { address?: string } = {}) =>
      app.call(method, path, { headers, ...(body !== undefined && { body }), ...more })
  return { get: send('GET'), post: send('POST'), put: send('PUT'), remove: send('DELETE') }
}

/** An investor with a password and an open session. */
export async function createSignedInInvestor(app: TestApp, { isConfirmed = true } = {}) {
  const password_hash = await Bun.password.hash(PASSWORD, {
    algorithm: 'argon2id',
    memoryCost: 9_216,
    timeCost: 4,
  })
  const signed = await app.signIn({ password_hash, is_verified: true }, isConfirmed)
  return { ...signed, ...createSessionCalls(app, signed) }
}
export type TestInvestor = Awaited<ReturnType<typeof createSignedInInvestor>>

/** Sets up an authenticator app, which consumes the current code: the next is `codeOf(secret, 1)`. */
export async function setUpAuthenticator({ post }: Pick<TestInvestor, 'post'>, base = '/user') {
  const { body } = await post(`${base}/factors/totp`)
  const confirmed = await post(`${base}/factors/totp/confirm`, {
    id: body.id,
    code: generateCode(body.secret),
  })
  if (confirmed.status !== 200) throw new Error(confirmed.text)
  return {
    id: body.id as number,
    secret: body.secret as string,
    recoveryCodes: (confirmed.body.recovery_codes ?? []) as string[],
  }
}

/** Adds a passkey. */
export async function addPasskey({ post }: Pick<TestInvestor, 'post'>, app: TestApp, base = '/user') {
  const authenticator = createAuthenticator({ origin: app.config.PUBLIC_ORIGIN })
  const { body } = await post(`${base}/factors/passkey/options`)
  const added = await post(`${base}/factors/passkey`, {
    credential: authenticator.create(body.options),
    name: 'Laptop',
  })
  if (added.status !== 201) throw new Error(added.text)
  return { authenticator, factor: added.body.factor as { id: number; name: string } }
}
