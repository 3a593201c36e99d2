import { renderLoadError } from './live-figures.ts'

/** Says how many series in a list lack figures; `complete` is the text if none does. */
export function renderMissingFiguresNote(
  place: Element,
  missing: number,
  all: number,
  complete: string,
): void {
  if (missing === 0) place.textContent = complete
  else renderLoadError(place, `Figures for ${missing} of ${all} series`)
}
