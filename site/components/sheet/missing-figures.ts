import { sayNotLoaded } from './live-figures.ts'

/** Says how many series of a list are without their figures; `complete` is the text when none is. */
export function sayMissing(place: Element, missing: number, all: number, complete: string): void {
  if (missing === 0) place.textContent = complete
  else sayNotLoaded(place, `The figures of ${missing} of ${all} series`)
}
