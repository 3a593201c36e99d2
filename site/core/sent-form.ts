/**
 * Puts a form back to its defaults once it was sent, but for fields that hold something else by now: typed while it
 * was on its way. Answers whether there are any.
 */
export function resetSent(form: HTMLFormElement, sent: FormData): boolean {
  const since = [...new FormData(form)].filter(([name, value]) => value !== sent.get(name))
  form.reset()
  fillForm(form, since)
  return since.length > 0
}

/** Writes into the fields of a form; names that it has no field for are passed over. */
export function fillForm(form: HTMLFormElement, entries: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of entries) {
    const field = form.elements.namedItem(name)
    if (!field || !('value' in field)) continue
    field.value = String(value)
    // React keeps what is chosen in a list, and is told.
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
