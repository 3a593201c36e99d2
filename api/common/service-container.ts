/**
 * State decided at process start and shared by its services: one object, filled by `app.ts` and by commands that need
 * only parts of it. Each module declares the type of its part next to its own code (`declare module`).
 */

/** The parts by name. */
export interface ServiceRegistry {
  /** Origin of the public site; empty if not configured. */
  publicOrigin: string
  /** Signs access, CSRF and refresh tokens. */
  tokenSecret: string
  /** True once the server is shutting down. */
  draining: boolean
}

const state: Partial<ServiceRegistry> = { publicOrigin: '', draining: false }

/** Sets parts of the state; an undefined part is removed. */
export function provideServices(
  parts: { [Part in keyof ServiceRegistry]?: ServiceRegistry[Part] | undefined },
): void {
  Object.assign(state, parts)
}

/** A part of the state, or undefined if it was not provided. */
export const findService = <Part extends keyof ServiceRegistry>(
  part: Part,
): ServiceRegistry[Part] | undefined => state[part]

/** A part of the state. Throws if it was not provided, which is a mistake in the start order. */
export function getService<Part extends keyof ServiceRegistry>(part: Part): ServiceRegistry[Part] {
  const value = findService(part)
  if (value === undefined) throw new Error(`This process was started without its part "${part}"`)
  return value
}
