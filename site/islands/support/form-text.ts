/** The text of a field; empty where the form has no such field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '')

/** Choices whose label is their value. */
export const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Choices whose label is their value with a capital. */
export const asTitledOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
