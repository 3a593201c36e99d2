/** A hit waits for a person, who decides whether it is the same person as on the list. */
export const hitStates = ['open', 'match', 'no_match'] as const
export type HitState = (typeof hitStates)[number]
