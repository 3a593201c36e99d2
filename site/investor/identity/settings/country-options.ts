import { countryNames } from '#shared/countries'

/** The selectable countries, plus the stored one if it is spelled differently. */
export const listCountryOptions = (stored: string): { value: string; label: string }[] =>
  [...(stored && !countryNames.includes(stored) ? [stored] : []), ...countryNames].map((name) => ({
    value: name,
    label: name,
  }))
