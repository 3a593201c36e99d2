/**
 * Puts a form back to its defaults once it was sent, but for fields that hold something else by now: typed while it
 * was on its way.
 */
export function resetSubmittedFields(form: HTMLFormElement, sent: FormData): void {
  const since = [...new FormData(form)].filter(([name, value]) => value !== sent.get(name))
  form.reset()
  for (const [name, value] of since) {
    const field = form.elements.namedItem(name)
    if (field && 'value' in field) field.value = String(value)
  }
}
