import { atom, type ReadableAtom } from 'nanostores'
import { describeFailure } from '#core/api/failures'
import { RejectedCall, refusedFields } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'

/** The values of a form: typed text and check boxes. */
export type Values = Record<string, string | boolean>

export type Refused<V extends Values> = Partial<Record<keyof V & string, string>>

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

export interface FormOptions<V extends Values, Saved> {
  initial: Version<V>
  /** Validates the values before anything is sent, field by field. */
  check?: ((values: V) => Refused<V>) | undefined
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

export type FormStatus<V extends Values> =
  | { name: 'editing' }
  | { name: 'saving' }
  | { name: 'failed'; message: string }
  /** Someone else has changed the row. */
  | ({ name: 'stale' } & StaleRow<V>)

export interface FormState<V extends Values> {
  values: V
  /** The message of each rejected field. */
  refused: Refused<V>
  status: FormStatus<V>
}

export interface Form<V extends Values, Saved> {
  $state: ReadableAtom<FormState<V>>
  set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void
  /** Sends the form; resolves to the stored row, or undefined on failure or while it is already saving. */
  submit: () => Promise<Saved | undefined>
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
 * The state of a form that creates or edits a row. Fields keep the input when saving fails; the server's messages are
 * shown at their fields; a row that has changed since is shown in both versions.
 */
export function createForm<V extends Values, Saved>(options: FormOptions<V, Saved>): Form<V, Saved> {
  const { initial, check, save, reread, failure } = options
  const $state = atom<FormState<V>>({ values: initial.values, refused: {}, status: { name: 'editing' } })
  let base = initial
  let attempt: { content: string; key: string } | undefined
  const explain = (error: unknown) =>
    typeof failure === 'function' ? failure(error) : describeFailure(failure, error)
  const put = (part: Partial<FormState<V>>) => $state.set({ ...$state.get(), ...part })

  async function explainStale(error: unknown): Promise<void> {
    const theirs = await reread?.().catch(() => undefined)
    if (theirs) {
      const lastChange = await options.readLastChange?.(theirs.updatedAt).catch(() => undefined)
      const merge = mergeVersions(base.values, $state.get().values, theirs.values)
      put({ status: { name: 'stale', theirs, ...merge, lastChange } })
    } else put({ status: { name: 'failed', message: explain(error) } })
  }

  async function send(): Promise<Saved | undefined> {
    const { values } = $state.get()
    const content = JSON.stringify(values)
    if (attempt?.content !== content) attempt = { content, key: makeRandomId() }
    put({ status: { name: 'saving' }, refused: {} })
    try {
      const saved = await save(values, {
        updatedAt: base.updatedAt,
        base: base.values,
        idempotencyKey: attempt.key,
      })
      attempt = undefined
      base = { ...base, values }
      put({ status: { name: 'editing' } })
      return saved
    } catch (error) {
      if (error instanceof RejectedCall && error.code === 'stale_write') await explainStale(error)
      else {
        const refused = refusedFields(error) as Refused<V>
        put({ status: { name: 'failed', message: explain(error) }, refused })
      }
      return undefined
    }
  }

  return {
    $state,
    set: (name, value) => {
      const { values, refused } = $state.get()
      const { [name]: _cleared, ...others } = refused
      put({ values: { ...values, [name]: value }, refused: others as Refused<V> })
    },
    submit: async () => {
      const { values, status } = $state.get()
      if (status.name === 'saving' || status.name === 'stale') return undefined
      const refused = check?.(values) ?? {}
      const [first] = Object.values(refused)
      if (first) {
        put({ refused, status: { name: 'failed', message: String(first) } })
        return undefined
      }
      return send()
    },
    keepMine: async () => {
      const { status } = $state.get()
      if (status.name !== 'stale') return undefined
      base = status.theirs
      put({ values: status.merged })
      return send()
    },
    takeTheirs: () => {
      const { status } = $state.get()
      if (status.name !== 'stale') return
      base = status.theirs
      put({ values: base.values, refused: {}, status: { name: 'editing' } })
    },
    goBack: () => put({ status: { name: 'editing' } }),
    isChanged: () => JSON.stringify($state.get().values) !== JSON.stringify(base.values),
    follow: (version) => {
      put({ values: mergeVersions(base.values, $state.get().values, version.values).merged })
      base = version
    },
  }
}
