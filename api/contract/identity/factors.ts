/** Second factors of an account, and the confirmation required by sensitive calls. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success } from '#contract/admin-endpoint'
import { get, post, remove } from '#contract/endpoint'
import { Id, NAME_MAX, Nullable, SingleLineText, StringEnum, Timestamp } from '#contract/schema-builders'
import { factorTypes, stepUpMethods } from '#shared/enums/factors'
import {
  AuthenticationCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegistrationCredential,
} from './passkeys.ts'
import { Password } from './session.ts'

/** Number of recovery codes of an account. */
export const RECOVERY_CODE_COUNT = 10

/** A one-time code or a recovery code, as typed. */
export const FactorCode = () => SingleLineText(40, { errorMessage: 'Enter the code' })

export const Factor = Type.Object({
  id: Id(),
  kind: StringEnum(factorTypes),
  name: Type.String(),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
})
export type Factor = Static<typeof Factor>

export const StepUpBody = Type.Object({
  method: StringEnum(stepUpMethods),
  code: Type.Optional(FactorCode()),
  credential: Type.Optional(AuthenticationCredential),
  password: Type.Optional(Password()),
})
export type StepUpBody = Static<typeof StepUpBody>

const RecoveryCodes = Type.Array(Type.String({ examples: ['3F7K-Q2MD-9XTB'] }))

const NewTotp = Type.Object({
  id: Id(),
  secret: Type.String({ description: 'Base32, to be typed into an authenticator app' }),
  uri: Type.String({ description: 'The same as a URI for a QR code: `otpauth://totp/…`' }),
})
export type TotpSetup = Static<typeof NewTotp>

/** The same endpoints for investors and for administrators. */
function describeFactors<const C extends 'investor' | 'admin:self'>(access: C, base: string) {
  const shared = { access, csrf: access === 'investor', allowedBeforeSetup: true } as const
  return {
    list: get(`${base}/factors`, {
      ...shared,
      csrf: false,
      summary: 'List two-step verification methods, oldest first, and the number of unused recovery codes',
      response: Type.Object({
        factors: Type.Array(Factor),
        recovery_codes_left: Type.Integer(),
        recovery_codes_kept: Type.Boolean({
          description: 'Whether the user has confirmed saving the current recovery codes',
        }),
        passkeys_available: Type.Boolean({
          description: 'Whether passkeys are available; they require a domain name',
        }),
      }),
    }),
    startTotpSetup: post(`${base}/factors/totp`, {
      ...shared,
      summary: 'Start setting up an authenticator app (RFC 6238); active once confirmed',
      stepUp: true,
      confirms: 'Set up an authenticator app',
      body: Type.Optional(Type.Object({})),
      response: NewTotp,
      problems: ['conflict'],
    }),
    confirmTotp: post(`${base}/factors/totp/confirm`, {
      ...shared,
      summary: 'Confirm an authenticator app with a code; recovery codes are returned only the first time',
      stepUp: true,
      confirms: 'Set up an authenticator app',
      body: Type.Object({ id: Id(), code: FactorCode() }),
      response: Type.Object({
        success: Type.Literal(true),
        recovery_codes: Type.Optional(RecoveryCodes),
      }),
      problems: ['not_found'],
    }),
    getPasskeyOptions: post(`${base}/factors/passkey/options`, {
      ...shared,
      summary: 'WebAuthn options for creating a passkey',
      stepUp: true,
      confirms: 'Add a passkey',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ options: PasskeyCreationOptions }),
      problems: ['conflict'],
    }),
    addPasskey: post(`${base}/factors/passkey`, {
      ...shared,
      summary: 'Register a passkey',
      stepUp: true,
      confirms: 'Add the passkey {name}',
      status: 201,
      body: Type.Object({ credential: RegistrationCredential, name: SingleLineText(NAME_MAX) }),
      response: Type.Object({ factor: Factor }),
      problems: ['conflict'],
    }),
    remove: remove(`${base}/factors/:id`, {
      ...shared,
      summary: 'Remove a two-step verification method; removing the last one also deletes the recovery codes',
      stepUp: true,
      confirms: 'Remove a passkey or authenticator app',
      params: Type.Object({ id: Id() }),
      response: Success,
    }),
    replaceRecoveryCodes: post(`${base}/factors/recovery-codes`, {
      ...shared,
      summary: 'Generate ten new recovery codes; returned only once',
      stepUp: true,
      confirms: 'Generate new recovery codes',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ recovery_codes: RecoveryCodes }),
      problems: ['conflict'],
    }),
    confirmRecoveryCodesSaved: post(`${base}/factors/recovery-codes/kept`, {
      ...shared,
      summary: 'Confirm that the current recovery codes have been saved',
      body: Type.Optional(Type.Object({})),
      response: Success,
    }),
    stepUpOptions: post(`${base}/step-up/options`, {
      ...shared,
      summary: 'WebAuthn options for confirming identity with a passkey',
      body: Type.Optional(Type.Object({})),
      response: Type.Object({ options: PasskeyRequestOptions }),
      problems: ['conflict'],
    }),
    stepUp: post(`${base}/step-up`, {
      ...shared,
      summary: 'Confirm identity; sensitive calls are then accepted for this session for a limited time',
      limit: 'step_up',
      body: StepUpBody,
      response: Type.Object({ success: Type.Literal(true), until: Timestamp() }),
      problems: ['locked', 'session_expired'],
    }),
  }
}

export const factors = describeFactors('investor', '/user')
export const adminFactors = describeFactors('admin:self', adminPath('/profile'))
