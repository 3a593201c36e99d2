import { atom, computed } from 'nanostores'
import { ApiError } from '#core/api/call-errors'
import { formatFailureMessage } from '#core/api/error-messages'
import { createForm, type FieldErrors, type Form, type FormState, type FormStatus } from './form.ts'

/** The values of a row in a form: text inputs and check boxes. */
export type FormValues = Record<string, string | boolean>

export interface SaveOptions<V extends FormValues> {
  /** The version of the row as it was read; undefined for a new row. Sent as `updated_at`. */
  updatedAt: string | undefined
  /** The version to overwrite: as it was read, or as someone else has since changed it. */
  base: V
  /** For create endpoints: resubmitted content is stored only once. */
  idempotencyKey: string
}

/** Who changed a row last, and when. */
export interface LastChange {
  by: string
  at: string
}

/** Identifies a row in the audit log. */
export interface AuditedRow {
  entity: string
  /** Omitted if there is only one row. */
  id?: number | string
}

/** The values of a row, and the time of its last change. */
export interface FormVersion<V extends FormValues> {
  values: V
  updatedAt: string | undefined
}

export interface RowFormOptions<V extends FormValues, Saved> {
  initial: FormVersion<V>
  /** Validates the values field by field before anything is sent. The first message is also the form's. */
  check?: ((values: V) => FieldErrors<V>) | undefined
  save: (values: V, options: SaveOptions<V>) => Promise<Saved>
  /** Reloads the row after someone else changed it; undefined or rejected if it was deleted. */
  reread?: (() => Promise<FormVersion<V> | undefined>) | undefined
  /** Who has changed the row since, if known. */
  readLastChange?: ((updatedAt: string | undefined) => Promise<LastChange | undefined>) | undefined
  /** The message shown when saving fails, completed by `formatFailureMessage`. */
  failure: string | ((error: unknown) => string)
}

/** A row that someone else changed while it was being edited. */
export interface EditConflict<V extends FormValues> {
  /** The current values. */
  theirs: FormVersion<V>
  /** The typed values merged over the other version: unedited fields have the other version's values. */
  merged: V
  /** Fields that both changed, to different values. */
  conflicts: readonly (keyof V & string)[]
  /** Fields that only the other person changed. */
  followed: readonly (keyof V & string)[]
  lastChange: LastChange | undefined
}

export type RowStatus<V extends FormValues, Saved> =
  | FormStatus<Saved>
  /** Someone else has changed the row. */
  | ({ name: 'stale' } & EditConflict<V>)

export interface RowForm<V extends FormValues, Saved> extends Form<V, Saved, RowStatus<V, Saved>> {
  /** After a stale write: saves the typed values over the other version; the remaining fields keep its values. */
  keepMine: () => Promise<Saved | undefined>
  /** After a stale write: continues with the other version. */
  takeTheirs: () => void
  /** After a stale write: returns to the typed values without deciding. */
  goBack: () => void
  isChanged: () => boolean
  /** Adopts a newer version that was read or stored, except in fields with unsaved input. */
  follow: (version: FormVersion<V>) => void
}

/** The fields in which the new body differs from the row. */
export const getChangedFields = <Body extends object>(before: Body, after: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Body]),
  ) as Partial<Body>

/**
 * Merges the typed values with a version that someone else has since stored. `base` is the common starting point; a
 * field counts as changed if it differs from `base`.
 */
export function mergeVersions<V extends FormValues>(
  base: V,
  mine: V,
  theirs: V,
): Pick<EditConflict<V>, 'merged' | 'conflicts' | 'followed'> {
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
 * A form that creates or edits a row, based on `createForm`. It tracks the version it started from and shows both
 * versions if the row has since changed.
 */
export function createRowForm<V extends FormValues, Saved>(
  options: RowFormOptions<V, Saved>,
): RowForm<V, Saved> {
  const { initial, check, save, reread, readLastChange, failure } = options
  let base = initial
  const $stale = atom<EditConflict<V> | undefined>()

  async function readStale(): Promise<EditConflict<V> | undefined> {
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
        if (error instanceof ApiError && error.code === 'stale_write') $stale.set(await readStale())
        throw error
      }
    },
    explain: (error) =>
      typeof failure === 'function' ? failure(error) : formatFailureMessage(failure, error),
  })

  /** Exits the choice between two versions with these values. */
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
