/**
 * Moves the focus to the first wrong field of a form, in the order of the page: one of these names, or one that is
 * marked as wrong. Returns false when there is none that takes the focus.
 */
export function focusFirstFault(form: HTMLFormElement | null, names: readonly string[]): boolean {
  for (const control of form?.elements ?? []) {
    if (!(control instanceof HTMLElement)) continue
    const isWrong =
      names.includes(control.getAttribute('name') ?? '') ||
      names.includes(control.id) ||
      control.getAttribute('aria-invalid') === 'true'
    if (!isWrong) continue
    control.focus()
    if (document.activeElement !== control) continue
    // With its message, which is below it.
    control.closest('.field')?.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}
