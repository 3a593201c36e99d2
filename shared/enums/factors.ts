/** Types of second factors, as stored. */
export const factorTypes = ['passkey', 'totp'] as const
export type FactorType = (typeof factorTypes)[number]

/** Ways to use a second factor, in the order offered. */
export const factorMethods = ['passkey', 'totp', 'recovery'] as const
export type FactorMethod = (typeof factorMethods)[number]

/** How a session was signed in: with a password or a passkey alone, or with a password and a second factor. */
export const signInMethods = [
  'password',
  'passkey',
  'password_and_passkey',
  'password_and_totp',
  'password_and_recovery',
] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Ways to confirm the caller's identity: those of the second factor, or the password of an account without one. */
export const stepUpMethods = [...factorMethods, 'password'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** Purpose of a stored challenge. */
export const challengePurposes = ['second_factor', 'passkey_sign_in', 'registration', 'step_up'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]
