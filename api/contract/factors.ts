/** Second factors of an account, and the confirmation that sensitive calls ask for. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { factorKinds, stepUpMethods } from '#shared/enums/factors'
import { adm, Done } from './admin.ts'
import { get, post, remove } from './endpoint.ts'
import { CreationOptions, NewCredential, RequestOptions, SignedCredential } from './passkeys.ts'
import { Id, Line, NAME_MAX, Nullable, OneOf, Timestamp } from './schema.ts'
import { Password } from './session.ts'

/** Number of recovery codes of an account. */
export const RECOVERY_CODES = 10

/** A one-time code or a recovery code, as typed. */
export const Code = () => Line(40, { says: 'Enter the code' })

export const Factor = Type.Object({
  id: Id(),
  kind: OneOf(factorKinds),
  name: Type.String(),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
})
export type Factor = Static<typeof Factor>

export const StepUpBody = Type.Object({
  method: OneOf(stepUpMethods),
  code: Type.Optional(Code()),
  credential: Type.Optional(SignedCredential),
  password: Type.Optional(Password()),
})
export type StepUpBody = Static<typeof StepUpBody>

const RecoveryCodes = Type.Array(Type.String({ examples: ['3F7K-Q2MD-9XTB'] }))

const NewTotp = Type.Object({
  id: Id(),
  secret: Type.String({ description: 'Base32, to be typed into an authenticator app' }),
  uri: Type.String({ description: 'The same for a QR code: `otpauth://totp/…`' }),
})
export type NewTotp = Static<typeof NewTotp>

/** The same calls for investors and for administrators. */
function describeFactors<const C extends 'investor' | 'admin:self'>(access: C, base: string) {
  const shared = { access, csrf: access === 'investor', allowedBeforeSetup: true } as const
  return {
    list: get(`${base}/factors`, {
      ...shared,
      csrf: false,
      summary: 'The second factors of the account, oldest first, and the number of unused recovery codes',
      response: Type.Object({
        factors: Type.Array(Factor),
        recovery_codes_left: Type.Integer(),
        recovery_codes_kept: Type.Boolean({
          description: 'False while nobody has said that the present recovery codes are kept',
        }),
        passkeys_available: Type.Boolean({ description: 'Passkeys need a domain: an IP address has none' }),
      }),
    }),
    addTotp: post(`${base}/factors/totp`, {
      ...shared,
      summary: 'Begins to set up one-time codes (RFC 6238); they count once they are confirmed',
      stepUp: true,
      confirms: 'Set up one-time codes',
      body: Type.Optional(Type.Object({})),
      response: NewTotp,
      problems: ['conflict'],
    }),
    confirmTotp: post(`${base}/factors/totp/confirm`, {
      ...shared,
      summary: 'Confirms one-time codes with the first one; recovery codes are returned only the first time',
      stepUp: true,
      confirms: 'Set up one-time codes',
      body: Type.Object({ id: Id(), code: Code() }),
      response: Type.Object({
        success: Type.Literal(true),
        recovery_codes: Type.Optional(RecoveryCodes),
      }),
      problems: ['not_found'],
    }),
    passkeyOptions: post(`${base}/factors/passkey/options`, {
      ...shared,
      summary: 'The options with which a browser makes a passkey for this account',
      stepUp: true,
      confirms: 'Add a passkey',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ options: CreationOptions }),
      problems: ['conflict'],
    }),
    addPasskey: post(`${base}/factors/passkey`, {
      ...shared,
      summary: 'Adds a passkey that was made with the options',
      stepUp: true,
      confirms: 'Add the passkey {name}',
      status: 201,
      body: Type.Object({ credential: NewCredential, name: Line(NAME_MAX) }),
      response: Type.Object({ factor: Factor }),
      problems: ['conflict'],
    }),
    remove: remove(`${base}/factors/:id`, {
      ...shared,
      summary: 'Removes a second factor; with the last one the recovery codes go too',
      stepUp: true,
      confirms: 'Remove a passkey or one-time codes',
      params: Type.Object({ id: Id() }),
      response: Done,
    }),
    newRecoveryCodes: post(`${base}/factors/recovery-codes`, {
      ...shared,
      summary: 'Replaces all recovery codes by ten new ones, which are returned only here',
      stepUp: true,
      confirms: 'Make new recovery codes',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ recovery_codes: RecoveryCodes }),
      problems: ['conflict'],
    }),
    keptRecoveryCodes: post(`${base}/factors/recovery-codes/kept`, {
      ...shared,
      summary: 'Says that the present recovery codes are kept, so that they are not asked for again',
      body: Type.Optional(Type.Object({})),
      response: Done,
    }),
    stepUpOptions: post(`${base}/step-up/options`, {
      ...shared,
      summary: 'The options with which a browser asks a passkey of this account to confirm',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ options: RequestOptions }),
      problems: ['conflict'],
    }),
    stepUp: post(`${base}/step-up`, {
      ...shared,
      summary: 'Confirms who is calling; calls that need it are accepted from this session for some minutes',
      limit: 'step_up',
      body: StepUpBody,
      response: Type.Object({ success: Type.Literal(true), until: Timestamp() }),
      problems: ['locked', 'session_expired'],
    }),
  }
}

export const factors = describeFactors('investor', '/user')
export const adminFactors = describeFactors('admin:self', adm('/profile'))
