/**
 * Moves the focus to the first invalid field of a form in page order: one with one of these names, or one marked as
 * invalid. Returns false if none can take the focus.
 */
export function focusFirstError(form: HTMLFormElement | null, names: readonly string[]): boolean {
  for (const control of form?.elements ?? []) {
    if (!(control instanceof HTMLElement)) continue
    const isWrong =
      names.includes(control.getAttribute('name') ?? '') ||
      names.includes(control.id) ||
      control.getAttribute('aria-invalid') === 'true'
    if (!isWrong) continue
    control.focus()
    if (document.activeElement !== control) continue
    // Scrolls its message, which is below the field, into view as well.
    control.closest('.field')?.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}
