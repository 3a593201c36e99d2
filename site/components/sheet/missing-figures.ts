import { sayNotLoaded } from './live-figures.ts'

/** Says how many series of a list are without their figures, and otherwise what stands there otherwise. */
export function sayMissing(place: Element, missing: number, all: number, otherwise: string): void {
  if (missing === 0) place.textContent = otherwise
  else sayNotLoaded(place, `The figures of ${missing} of ${all} series`)
}
