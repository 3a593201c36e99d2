/** A hit waits for a person, who decides whether it is the same person as on the list. */
export const hitStates = ['open', 'match', 'no_match'] as const
export type HitState = (typeof hitStates)[number]

/** How an investor stands with the lists: not compared yet, a hit waits for a decision, or was found to be on one. */
export const screeningStands = ['clear', 'unscreened', 'waits', 'listed'] as const
export type ScreeningStand = (typeof screeningStands)[number]
