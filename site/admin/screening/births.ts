import { OTHER_BIRTH } from '#contract/admin-screening'

/** How birth dates count, for a threshold in percent. */
export function describeBirths(threshold: number): string {
  const left = 100 - OTHER_BIRTH
  const effect = left < threshold ? 'is no hit' : `has ${left} %, and is still a hit`
  return `Two known birth dates that differ take off ${OTHER_BIRTH} %: the same name with another birth date ${effect}. Day and month swapped, or one year off, take nothing off.`
}
