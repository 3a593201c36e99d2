import { atom, type ReadableAtom } from 'nanostores'
import { RefusedCall, refusedFields } from '#core/problems'
import { makeRandomId } from '#core/random-id'
import { describeFailure } from './failure.ts'

/** What a form holds: text as it was typed, and ticks. */
export type Values = Record<string, string | boolean>

export type Refused<V extends Values> = Partial<Record<keyof V & string, string>>

export interface SaveOptions<V extends Values> {
  /** Of the row as it was read; undefined for a new one. Sent as `updated_at`. */
  updatedAt: string | undefined
  /** The row that is written over: as it was read, or as somebody else has made it since. */
  base: V
  /** For endpoints that create: the same content sent again is stored once. */
  idempotencyKey: string
}

/** A row as it is now, and when it became so. */
export interface Version<V extends Values> {
  values: V
  updatedAt: string | undefined
}

export interface FormOptions<V extends Values, Saved> {
  initial: Version<V>
  /** What is wrong, field by field, before anything is sent. */
  check?: ((values: V) => Refused<V>) | undefined
  save: (values: V, options: SaveOptions<V>) => Promise<Saved>
  /** Reads the row again after somebody else has changed it; undefined, or a failure, when it is gone. */
  reread?: (() => Promise<Version<V> | undefined>) | undefined
  /** What is said when saving fails; see `describeFailure`. */
  failure: string
}

export type FormStatus<V extends Values> =
  | { name: 'editing' }
  | { name: 'saving' }
  | { name: 'failed'; message: string }
  /** Somebody else has changed the row: `theirs` is how it is now. */
  | { name: 'stale'; theirs: Version<V> }

export interface FormState<V extends Values> {
  values: V
  /** A sentence about each field that was refused. */
  refused: Refused<V>
  status: FormStatus<V>
}

export interface Form<V extends Values, Saved> {
  $state: ReadableAtom<FormState<V>>
  set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void
  /** Sends the form; gives the answer, or nothing on failure or while it is on its way. */
  submit: () => Promise<Saved | undefined>
  /** After a stale write: saves what was typed over what somebody else wrote. */
  keepMine: () => Promise<Saved | undefined>
  /** After a stale write: goes on from what somebody else wrote. */
  takeTheirs: () => void
  /** After a stale write: back to what was typed, undecided. */
  goBack: () => void
  isChanged: () => boolean
}

/** The fields in which what is to be sent differs from what the row has. */
export const changesOf = <Body extends object>(before: Body, after: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Body]),
  ) as Partial<Body>

/**
 * The life of a form that creates or edits a row. Fields keep what was typed when saving fails; what the
 * server says of a field stands beside it; a row that changed meanwhile is shown in both versions.
 */
export function createForm<V extends Values, Saved>(options: FormOptions<V, Saved>): Form<V, Saved> {
  const { initial, check, save, reread, failure } = options
  const $state = atom<FormState<V>>({ values: initial.values, refused: {}, status: { name: 'editing' } })
  let base = initial
  let attempt: { content: string; key: string } | undefined
  const put = (part: Partial<FormState<V>>) => $state.set({ ...$state.get(), ...part })

  async function explainStale(error: unknown): Promise<void> {
    const theirs = await reread?.().catch(() => undefined)
    if (theirs) put({ status: { name: 'stale', theirs } })
    else put({ status: { name: 'failed', message: describeFailure(failure, error) } })
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
      if (error instanceof RefusedCall && error.code === 'stale_write') await explainStale(error)
      else {
        const refused = refusedFields(error) as Refused<V>
        put({ status: { name: 'failed', message: describeFailure(failure, error) }, refused })
      }
      return undefined
    }
  }

  return {
    $state,
    set: (name, value) => {
      const { values, refused } = $state.get()
      const { [name]: _forgiven, ...others } = refused
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
  }
}
