/** The state of every form. Public pages load it, so what only edited rows need is in `row-form.ts`. */
import { atom, type ReadableAtom } from 'nanostores'
import { readFieldErrors } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'

/** The message of each rejected field, by its name; empty where the message of the form says it all. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>

/** Why values are not sent: the message of the form, and the fields it is about. */
export interface Rejection<V> {
  message: string
  fieldErrors: FieldErrors<V>
}

export type FormStatus<Saved> =
  | { name: 'editing' }
  | { name: 'saving' }
  | { name: 'saved'; result: Saved }
  /** `error` is what the call failed with; undefined where nothing was sent. */
  | { name: 'failed'; message: string; error?: unknown }

export interface FormState<V, Status> {
  values: V
  fieldErrors: FieldErrors<V>
  status: Status
}

export interface FormOptions<V, Saved> {
  initial: V
  /** Validates the values before anything is sent. */
  check?: ((values: V) => Rejection<V> | undefined) | undefined
  /** Sends the values. An endpoint that creates stores the content once that comes twice with one idempotency key. */
  save: (values: V, idempotencyKey: string) => Promise<Saved>
  /** The message about a failed call. */
  explain: (error: unknown) => string
}

export interface Form<V, Saved, Status = FormStatus<Saved>> {
  $state: ReadableAtom<FormState<V, Status>>
  set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void
  /** Clears the message of a field that is edited. `set` does so too; this is for fields that the page reads late. */
  clearError: (name: string) => void
  /**
   * Sends the form: its values, or those that were just read from the page. Resolves to the stored result, or undefined
   * on failure or while it is already saving.
   */
  submit: (values?: V) => Promise<Saved | undefined>
  /** Returns to editing, with these values if there are any. */
  reset: (values?: V) => void
}

/**
 * A form: its values, the messages at its fields and what became of it. The same content sent again after a failure
 * carries the same idempotency key, so that it is stored once even when only the response was lost; changed content
 * has a new key.
 */
export function createForm<V extends object, Saved>({
  initial,
  check,
  save,
  explain,
}: FormOptions<V, Saved>): Form<V, Saved> {
  const $state = atom<FormState<V, FormStatus<Saved>>>({
    values: initial,
    fieldErrors: {},
    status: { name: 'editing' },
  })
  let attempt: { content: string; key: string } | undefined
  const put = (part: Partial<FormState<V, FormStatus<Saved>>>) => $state.set({ ...$state.get(), ...part })
  const fail = (message: string, fieldErrors: FieldErrors<V>, error?: unknown) =>
    put({ status: { name: 'failed', message, error }, fieldErrors })

  function clearError(name: string): void {
    const { [name]: _cleared, ...others } = $state.get().fieldErrors as Record<string, string>
    put({ fieldErrors: others as FieldErrors<V> })
  }

  return {
    $state,
    clearError,
    set: (name, value) => {
      clearError(name)
      put({ values: { ...$state.get().values, [name]: value } })
    },
    submit: async (values = $state.get().values) => {
      if ($state.get().status.name === 'saving') return undefined
      put({ values })
      const rejection = check?.(values)
      if (rejection) {
        fail(rejection.message, rejection.fieldErrors)
        return undefined
      }
      const content = JSON.stringify(values)
      if (attempt?.content !== content) attempt = { content, key: makeRandomId() }
      put({ status: { name: 'saving' }, fieldErrors: {} })
      try {
        const result = await save(values, attempt.key)
        attempt = undefined
        put({ status: { name: 'saved', result } })
        return result
      } catch (error) {
        fail(explain(error), readFieldErrors(error) as FieldErrors<V>, error)
        return undefined
      }
    },
    reset: (values = $state.get().values) => put({ values, fieldErrors: {}, status: { name: 'editing' } }),
  }
}
