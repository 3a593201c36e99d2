import { BIRTH_DATE_MISMATCH_PENALTY, type ScreeningMatch } from '#contract/compliance/admin-screening'

/** How dates of birth affect matching, for a threshold in percent. */
export function getBirthDateHint(threshold: number): string {
  const left = 100 - BIRTH_DATE_MISMATCH_PENALTY
  const effect = left < threshold ? 'is not a match' : `scores ${left}% and is still a match`
  return `If both dates of birth are known and differ, the match score is reduced by ${BIRTH_DATE_MISMATCH_PENALTY} points: an identical name with a different date of birth ${effect}. The score is not reduced if day and month are swapped, if the years differ by one, or if compliance has not accepted the investor's date of birth.`
}

/** The compared date of birth, and whether it has been checked; empty if unknown. */
export const writeBirth = ({
  user_birth_date,
  is_birth_checked,
}: Pick<ScreeningMatch, 'user_birth_date' | 'is_birth_checked'>): string =>
  user_birth_date && !is_birth_checked ? `${user_birth_date}, not accepted yet` : user_birth_date
