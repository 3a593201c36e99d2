import { atom } from 'nanostores'
import { type ProfileBody, profile } from '#contract/profile'
import type { User } from '#contract/session'
import { callInvestor } from '#core/api/investor-api'
import { explainRefusal, refusedFields } from '#core/api/problems'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'

/** Milliseconds that the message of success stands. */
const SUCCESS_MS = 3_000

export type SavingState =
  | { status: 'editing' }
  | { status: 'saving' }
  | { status: 'saved' }
  | { status: 'failed'; message: string; refused: Record<string, string> }

/** What was last saved in this page. */
let saved: User | undefined

/** The profile as the server has it, read again when the tab is looked at; what is stored in the browser may be older. */
const profileQuery = createInvestorQuery(
  ['profile'],
  async () => {
    const savedBefore = saved
    const { user } = await callInvestor(profile.read)
    // Saved while it was read: the answer may be from before that.
    return saved && saved !== savedBefore ? saved : user
  },
  { revalidateOnFocus: true },
)

export const { $view: $profile, refresh: refreshProfile } = profileQuery

/** The life of the settings form. What was typed stays, whatever happens. */
export function createProfileForm() {
  const $state = atom<SavingState>({ status: 'editing' })
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    $state,
    /** Saves and gives the profile as it is now; nothing on failure, or while one is on its way. */
    save: async (body: ProfileBody): Promise<User | undefined> => {
      if ($state.get().status === 'saving') return undefined
      clearTimeout(timer)
      $state.set({ status: 'saving' })
      try {
        const { user } = await callInvestor(profile.update, { body })
        saved = user
        investorSession.updateUser(user)
        // Who comes back to this page finds what was saved, not what was read before.
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
    /** Takes back what was said about a field, once it is being changed. */
    forgive: (field: string): void => {
      const state = $state.get()
      if (state.status !== 'failed' || !(field in state.refused)) return
      const { [field]: _forgiven, ...refused } = state.refused
      $state.set({ ...state, refused })
    },
  }
}
