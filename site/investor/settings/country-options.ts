import { countryNames } from '#shared/countries'

/** The countries to choose from, and the stored one where it is written differently. */
export const countryOptions = (stored: string): { value: string; label: string }[] =>
  [...(stored && !countryNames.includes(stored) ? [stored] : []), ...countryNames].map((name) => ({
    value: name,
    label: name,
  }))
