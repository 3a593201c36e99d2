const country = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The countries from which an offering admits investors, by their codes. An empty list admits all. */
export const printCountries = (codes: readonly string[]): string =>
  codes.length === 0 ? 'All countries' : codes.map((code) => country.of(code) ?? code).join(', ')
