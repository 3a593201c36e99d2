/**
 * The verification form, saved while typing. Each save names the version it is based on, so that two windows never
 * overwrite each other silently.
 */
import { atom, type ReadableAtom } from 'nanostores'
import {
  type Verification,
  type VerificationAnswers,
  type VerificationEdit,
  verification,
} from '#contract/compliance/verification'
import { ApiError, getFieldErrors } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { refreshVerification, showVerification } from '#core/query/compliance/verification'

/** Milliseconds without typing before it is saved. */
const PAUSE_MS = 700

export type AnswersDraft = Pick<Verification, 'kind' | 'answers'>
type Part = keyof VerificationAnswers | 'kind'

export interface AnswersState extends AnswersDraft {
  /** `stale`: another window has changed the form. */
  status: 'untouched' | 'saved' | 'typing' | 'saving' | 'failed' | 'stale'
  message: string
  /** By field path, such as `identity/birth_date`. */
  errors: Readonly<Record<string, string>>
}

type Group = 'identity' | 'address' | 'tax' | 'entity'

export interface AnswersForm {
  $state: ReadableAtom<AnswersState>
  /** Changes a part as a whole. */
  set: <P extends Part>(
    part: P,
    value: P extends keyof VerificationAnswers ? VerificationAnswers[P] : Verification['kind'],
  ) => void
  /** Changes a field of a group. */
  setIn: (group: Group, name: string, value: unknown) => void
  /** Saves the current input. Resolves to whether everything is saved. */
  flush: () => Promise<boolean>
  /** Same as {@link flush}, including the prefilled name. */
  flushAll: () => Promise<boolean>
  /** Adopts the server's version if nothing has been typed. */
  follow: (current: Verification) => void
  /** After a conflict: adopts what the other window saved, or overwrites it with the input here. */
  resolve: (choice: 'theirs' | 'mine') => Promise<void>
  hasUnsaved: () => boolean
}

const draftOf = ({ kind, answers }: Verification): AnswersDraft => ({ kind, answers })

/**
 * Creates the form, which lives as long as its page. A form without any answer is prefilled with the account's name,
 * which is saved with the first answer.
 */
export function createAnswersForm(initial: Verification, name: string): AnswersForm {
  const draft = draftOf(initial)
  let isNew = initial.can_edit && Object.keys(draft.answers).length === 0
  if (isNew) draft.answers = { identity: { full_name: name } }
  const $state = atom<AnswersState>({ ...draft, status: 'untouched', message: '', errors: {} })
  const pending = new Set<Part>()
  let basedOn = initial.updated_at
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> | undefined
  const put = (part: Partial<AnswersState>) => $state.set({ ...$state.get(), ...part })

  /** Shows the server's version with later input on top of it. */
  const adopt = (current: Verification) => {
    basedOn = current.updated_at
    const { kind, answers } = $state.get()
    const typed = Object.fromEntries(
      [...pending]
        .filter((part) => part !== 'kind')
        .map((part) => [part, answers[part as keyof VerificationAnswers]]),
    )
    put({
      kind: pending.has('kind') ? kind : current.kind,
      answers: { ...current.answers, ...typed },
    })
  }

  const note = (part: Part) => {
    pending.add(part)
    if (isNew) pending.add('identity')
    isNew = false
    clearTimeout(timer)
    if ($state.get().status === 'stale') return
    put({ status: 'typing', message: '' })
    timer = setTimeout(() => void flush(), PAUSE_MS)
  }

  async function save(): Promise<boolean> {
    const parts = [...pending]
    const { kind, answers } = $state.get()
    const body: VerificationEdit = { updated_at: basedOn }
    for (const part of parts) {
      if (part === 'kind') body.kind = kind
      else Object.assign(body, { [part]: answers[part] })
    }
    pending.clear()
    put({ status: 'saving', errors: {} })
    try {
      const { verification: stored } = await callInvestor(verification.save, { body })
      adopt(stored)
      showVerification(stored)
      put({ status: pending.size > 0 ? 'typing' : 'saved', message: '' })
      return true
    } catch (error) {
      for (const part of parts) pending.add(part)
      const isStale = error instanceof ApiError && error.code === 'stale_write'
      put({
        status: isStale ? 'stale' : 'failed',
        message: getServerErrorMessage(
          error,
          'Your answers could not be saved. They are still on this page; please try again.',
        ),
        errors: isStale ? {} : getFieldErrors(error),
      })
      return false
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    // One save at a time, because the next one is based on its result.
    while (saving) await saving
    if (pending.size === 0) return true
    if ($state.get().status === 'stale') return false
    saving = save().finally(() => {
      saving = undefined
    })
    const isSaved = await saving
    return isSaved && pending.size > 0 ? flush() : isSaved
  }

  return {
    $state,
    set: (part, value) => {
      if (part === 'kind') put({ kind: value as Verification['kind'] })
      else put({ answers: { ...$state.get().answers, [part]: value } })
      note(part)
    },
    setIn: (group, name, value) => {
      const { answers } = $state.get()
      put({ answers: { ...answers, [group]: { ...answers[group], [name]: value } } })
      note(group)
    },
    flush,
    flushAll: () => {
      if (isNew) note('identity')
      return flush()
    },
    follow: (current) => {
      if (pending.size === 0 && !saving && current.updated_at > basedOn) adopt(current)
    },
    resolve: async (choice) => {
      const { verification: current } = await callInvestor(verification.get)
      if (choice === 'theirs') pending.clear()
      adopt(current)
      put({ status: choice === 'theirs' ? 'saved' : 'typing', message: '' })
      if (choice === 'mine') await flush()
      else await refreshVerification()
    },
    hasUnsaved: () => pending.size > 0 || saving !== undefined,
  }
}
