/**
 * What a process decides at its start and its services share: one object, filled by `app.ts`, and by commands that need
 * only parts of it. Each module declares the type of its part beside its own code (`declare module`).
 */

/** The parts by name. */
export interface ProcessState {
  /** Origin of the public site; empty when it is not configured. */
  publicOrigin: string
  /** Signs access, CSRF and refresh tokens. */
  tokenSecret: string
  /** True once the server is shutting down. */
  draining: boolean
}

const state: Partial<ProcessState> = { publicOrigin: '', draining: false }

/** Sets parts of the state; a part that is undefined is missing again. */
export function provide(parts: { [Part in keyof ProcessState]?: ProcessState[Part] | undefined }): void {
  Object.assign(state, parts)
}

/** A part of the state, or undefined when it was not provided. */
export const findPart = <Part extends keyof ProcessState>(part: Part): ProcessState[Part] | undefined =>
  state[part]

/** A part of the state. Throws when it was not provided: a mistake in the order of the start. */
export function partOf<Part extends keyof ProcessState>(part: Part): ProcessState[Part] {
  const value = findPart(part)
  if (value === undefined) throw new Error(`This process was started without its part "${part}"`)
  return value
}
