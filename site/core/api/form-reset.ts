/** Resets a submitted form to its defaults, except the fields that were changed while the request was in flight. */
export function resetSubmittedFields(form: HTMLFormElement, sent: FormData): void {
  const since = [...new FormData(form)].filter(([name, value]) => value !== sent.get(name))
  form.reset()
  for (const [name, value] of since) {
    const field = form.elements.namedItem(name)
    if (field && 'value' in field) field.value = String(value)
  }
}
