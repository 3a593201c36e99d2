import { CLOSE_SCORE, type ScreeningHit } from '#contract/admin-screening'

/** Whether a decision takes back a match or dismisses one that is much alike, which two do. */
export const isDismissedByTwo = (
  decision: string,
  { state, score }: Pick<ScreeningHit, 'state' | 'score'>,
): boolean => decision === 'no_match' && (state === 'match' || (state === 'open' && score >= CLOSE_SCORE))
