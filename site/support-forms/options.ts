/** Choices whose label is their value. */
export const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Choices whose label is their value with a capital. */
export const asTitledOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
