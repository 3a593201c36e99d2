const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Codes of the countries from which an offering admits investors. An empty list admits all. */
export const formatCountries = (codes: readonly string[]): string =>
  codes.length === 0 ? 'All countries' : codes.map((code) => country.of(code) ?? code).join(', ')
