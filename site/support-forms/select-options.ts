/** Options whose label is their value. */
export const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Options whose label is their capitalized value. */
export const toTitledOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
