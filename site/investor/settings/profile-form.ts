import { atom } from 'nanostores'
import { type ProfileBody, profile } from '#contract/profile'
import type { User } from '#contract/session'
import { explainRefusal } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { refusedFields } from '#core/api/problems'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'

/** Milliseconds that the success message is shown. */
const SUCCESS_MS = 3_000

export type SavingState =
  | { status: 'editing' }
  | { status: 'saving' }
  | { status: 'saved' }
  | { status: 'failed'; message: string; refused: Record<string, string> }

/** The profile last saved in this page. */
let saved: User | undefined

/**
 * The profile from the server, refetched when the tab becomes visible; the one stored in the browser may be older.
 */
const profileQuery = createInvestorQuery(
  ['profile'],
  async () => {
    const savedBefore = saved
    const { user } = await callInvestor(profile.read)
    // Saved during the fetch: the response may be older.
    return saved && saved !== savedBefore ? saved : user
  },
  { revalidateOnFocus: true },
)

export const { $view: $profile, refresh: refreshProfile } = profileQuery

/** The state of the settings form. Input is kept on every failure. */
export function createProfileForm() {
  const $state = atom<SavingState>({ status: 'editing' })
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    $state,
    /** Saves and returns the current profile; undefined on failure, or while a save is in flight. */
    save: async (body: ProfileBody): Promise<User | undefined> => {
      if ($state.get().status === 'saving') return undefined
      clearTimeout(timer)
      $state.set({ status: 'saving' })
      try {
        const { user } = await callInvestor(profile.update, { body })
        saved = user
        investorSession.updateUser(user)
        // A return to this page shows the saved profile, not the one fetched before.
        profileQuery.$query.mutate(user)
        $state.set({ status: 'saved' })
        timer = setTimeout(() => $state.set({ status: 'editing' }), SUCCESS_MS)
        return user
      } catch (error) {
        const message = explainRefusal(error, 'Failed to update profile. Please try again.')
        $state.set({ status: 'failed', message, refused: refusedFields(error) })
        return undefined
      }
    },
    /** Clears the error of a field once it is edited. */
    forgive: (field: string): void => {
      const state = $state.get()
      if (state.status !== 'failed' || !(field in state.refused)) return
      const { [field]: _forgiven, ...refused } = state.refused
      $state.set({ ...state, refused })
    },
  }
}
