import { OTHER_BIRTH, type ScreeningHit } from '#contract/admin-screening'

/** How birth dates count, for a threshold in percent. */
export function describeBirths(threshold: number): string {
  const left = 100 - OTHER_BIRTH
  const effect = left < threshold ? 'is no hit' : `has ${left} %, and is still a hit`
  return `Two known birth dates that differ take off ${OTHER_BIRTH} %: the same name with another birth date ${effect}. Day and month swapped, or one year off, take nothing off. A birth date that compliance has not accepted takes nothing off either.`
}

/** The birth date that was compared, and whether anybody has checked it; empty when unknown. */
export const writeBirth = ({
  user_birth_date,
  is_birth_checked,
}: Pick<ScreeningHit, 'user_birth_date' | 'is_birth_checked'>): string =>
  user_birth_date && !is_birth_checked ? `${user_birth_date}, not checked` : user_birth_date
