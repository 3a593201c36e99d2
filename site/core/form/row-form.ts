import { atom, computed } from 'nanostores'
import { describeFailure } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
import { createForm, type FieldErrors, type Form, type FormState, type FormStatus } from './form.ts'

/** The values of a row in a form: typed text and check boxes. */
export type Values = Record<string, string | boolean>

export interface SaveOptions<V extends Values> {
  /** The version of the row as it was read; undefined for a new one. Sent as `updated_at`. */
  updatedAt: string | undefined
  /** The version that is overwritten: as it was read, or as someone else has changed it since. */
  base: V
  /** For endpoints that create: the same content sent again is stored once. */
  idempotencyKey: string
}

/** Who changed a row last, and when. */
export interface LastChange {
  by: string
  /** An instant. */
  at: string
}

/** Names a row in the audit log. */
export interface AuditedRow {
  entity: string
  /** Left out where there is only one row. */
  id?: number | string
}

/** The values of a row, and the time of its last change. */
export interface Version<V extends Values> {
  values: V
  updatedAt: string | undefined
}

export interface RowFormOptions<V extends Values, Saved> {
  initial: Version<V>
  /** Validates the values before anything is sent, field by field. The first message is also the form's. */
  check?: ((values: V) => FieldErrors<V>) | undefined
  save: (values: V, options: SaveOptions<V>) => Promise<Saved>
  /** Reads the row again after someone else has changed it; undefined, or a failure, when it was deleted. */
  reread?: (() => Promise<Version<V> | undefined>) | undefined
  /** Who has changed the row since, where that is known. */
  readLastChange?: ((updatedAt: string | undefined) => Promise<LastChange | undefined>) | undefined
  /** The message when saving fails; a text is completed by `describeFailure`. */
  failure: string | ((error: unknown) => string)
}

/** A row that someone else has changed while it was edited. */
export interface StaleRow<V extends Values> {
  /** The current values. */
  theirs: Version<V>
  /** The typed values over the other's: fields that were not edited here have the other's value. */
  merged: V
  /** Fields that both have changed, to different values. */
  conflicts: readonly (keyof V & string)[]
  /** Fields that only the other has changed. */
  followed: readonly (keyof V & string)[]
  lastChange: LastChange | undefined
}

export type RowStatus<V extends Values, Saved> =
  | FormStatus<Saved>
  /** Someone else has changed the row. */
  | ({ name: 'stale' } & StaleRow<V>)

export interface RowForm<V extends Values, Saved> extends Form<V, Saved, RowStatus<V, Saved>> {
  /** After a stale write: saves the typed values over the other's; the remaining fields keep the other's. */
  keepMine: () => Promise<Saved | undefined>
  /** After a stale write: continues with the other's version. */
  takeTheirs: () => void
  /** After a stale write: returns to the typed values, undecided. */
  goBack: () => void
  isChanged: () => boolean
  /** Takes over a version that was read or stored since, except in fields with unsaved input. */
  follow: (version: Version<V>) => void
}

/** The fields in which the new body differs from the row. */
export const changesOf = <Body extends object>(before: Body, after: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Body]),
  ) as Partial<Body>

/**
 * Merges the typed values with a version that someone else has stored since: `base` is what both started from. A
 * field counts as changed where it differs from `base`.
 */
export function mergeVersions<V extends Values>(
  base: V,
  mine: V,
  theirs: V,
): Pick<StaleRow<V>, 'merged' | 'conflicts' | 'followed'> {
  const names = Object.keys(mine) as (keyof V & string)[]
  const touched = names.filter((name) => mine[name] !== base[name])
  const changed = names.filter((name) => theirs[name] !== base[name])
  return {
    merged: { ...theirs, ...Object.fromEntries(touched.map((name) => [name, mine[name]])) },
    conflicts: touched.filter((name) => changed.includes(name) && mine[name] !== theirs[name]),
    followed: changed.filter((name) => !touched.includes(name)),
  }
}

/**
 * A form that creates or edits a row: the form of `createForm`, which also knows the version it started from. A row
 * that has changed since is shown in both versions.
 */
export function createRowForm<V extends Values, Saved>(options: RowFormOptions<V, Saved>): RowForm<V, Saved> {
  const { initial, check, save, reread, readLastChange, failure } = options
  let base = initial
  const $stale = atom<StaleRow<V> | undefined>()

  async function readStale(): Promise<StaleRow<V> | undefined> {
    const theirs = await reread?.().catch(() => undefined)
    if (!theirs) return undefined
    const lastChange = await readLastChange?.(theirs.updatedAt).catch(() => undefined)
    return { theirs, ...mergeVersions(base.values, form.$state.get().values, theirs.values), lastChange }
  }

  const form = createForm<V, Saved>({
    initial: initial.values,
    check: (values) => {
      const fieldErrors = check?.(values) ?? {}
      const [message] = Object.values(fieldErrors)
      return message ? { message: String(message), fieldErrors } : undefined
    },
    save: async (values, idempotencyKey) => {
      try {
        const { updatedAt } = base
        const saved = await save(values, { updatedAt, base: base.values, idempotencyKey })
        base = { ...base, values }
        return saved
      } catch (error) {
        if (error instanceof RejectedCall && error.code === 'stale_write') $stale.set(await readStale())
        throw error
      }
    },
    explain: (error) => (typeof failure === 'function' ? failure(error) : describeFailure(failure, error)),
  })

  /** Leaves the choice between two versions, with these values. */
  function decide(values?: V): void {
    form.reset(values)
    $stale.set(undefined)
  }

  return {
    ...form,
    $state: computed(
      [form.$state, $stale],
      (state, stale): FormState<V, RowStatus<V, Saved>> =>
        stale ? { ...state, status: { name: 'stale', ...stale } } : state,
    ),
    submit: async (values) => ($stale.get() ? undefined : form.submit(values)),
    keepMine: async () => {
      const stale = $stale.get()
      if (!stale) return undefined
      base = stale.theirs
      decide(stale.merged)
      return form.submit()
    },
    takeTheirs: () => {
      const stale = $stale.get()
      if (!stale) return
      base = stale.theirs
      decide(base.values)
    },
    goBack: () => decide(),
    isChanged: () => JSON.stringify(form.$state.get().values) !== JSON.stringify(base.values),
    follow: (version) => {
      const { values } = form.$state.get()
      const { merged } = mergeVersions(base.values, values, version.values)
      for (const name of Object.keys(merged))
        if (merged[name] !== values[name]) form.set(name, merged[name] as V[string])
      base = version
    },
  }
}
