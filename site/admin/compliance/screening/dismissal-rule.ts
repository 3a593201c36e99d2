import { CLOSE_SCORE, type ScreeningMatch } from '#contract/compliance/admin-screening'

/** Whether a decision reverses a confirmed match or clears one with a high score, which needs two administrators. */
export const isDismissedByTwo = (
  decision: string,
  { state, score }: Pick<ScreeningMatch, 'state' | 'score'>,
): boolean => decision === 'no_match' && (state === 'match' || (state === 'open' && score >= CLOSE_SCORE))
