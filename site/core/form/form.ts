/** The state of every form. Public pages load this file, so code needed only for edited rows is in `row-form.ts`. */
import { atom, type ReadableAtom } from 'nanostores'
import { getFieldErrors } from '#core/api/call-errors'
import { createRandomId } from '#core/api/random-id'

/** The message of each rejected field by its name; empty if the form's message is sufficient. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>

/** Why the values were not sent: the form's message and the fields it concerns. */
export interface FormErrors<V> {
  message: string
  fieldErrors: FieldErrors<V>
}

export type FormStatus<Saved> =
  | { name: 'editing' }
  | { name: 'saving' }
  | { name: 'saved'; result: Saved }
  /** `error` is the failure of the call; undefined if nothing was sent. */
  | { name: 'failed'; message: string; error?: unknown }

export interface FormState<V, Status> {
  values: V
  fieldErrors: FieldErrors<V>
  status: Status
}

export interface FormOptions<V, Saved> {
  initial: V
  /** Validates the values before anything is sent. */
  check?: ((values: V) => FormErrors<V> | undefined) | undefined
  /** Sends the values. A create endpoint stores the same content only once per idempotency key. */
  save: (values: V, idempotencyKey: string) => Promise<Saved>
  /** The message about a failed call. */
  explain: (error: unknown) => string
}

export interface Form<V, Saved, Status = FormStatus<Saved>> {
  $state: ReadableAtom<FormState<V, Status>>
  set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void
  /**
   * Clears the message of a field being edited. `set` does this too; this is for fields that the page reads only on
   * submit.
   */
  clearError: (name: string) => void
  /**
   * Submits the form's values, or the values just read from the page. Resolves to the stored result, or to undefined on
   * failure or while a save is in progress.
   */
  submit: (values?: V) => Promise<Saved | undefined>
  /** Returns to editing, with these values if given. */
  reset: (values?: V) => void
}

/**
 * A form: its values, field messages and outcome. Resubmitting the same content after a failure uses the same
 * idempotency key, so it is stored only once even if just the response was lost; changed content gets a new key.
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
      if (attempt?.content !== content) attempt = { content, key: createRandomId() }
      put({ status: { name: 'saving' }, fieldErrors: {} })
      try {
        const result = await save(values, attempt.key)
        attempt = undefined
        put({ status: { name: 'saved', result } })
        return result
      } catch (error) {
        fail(explain(error), getFieldErrors(error) as FieldErrors<V>, error)
        return undefined
      }
    },
    reset: (values = $state.get().values) => put({ values, fieldErrors: {}, status: { name: 'editing' } }),
  }
}
