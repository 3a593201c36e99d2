/** Closes a document's collapsible lists on Escape, on a click outside them and on following one of their links. */
for (const fold of document.querySelectorAll<HTMLDetailsElement>('[data-fold]')) {
  fold.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !fold.open) return
    fold.open = false
    fold.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    const isInside = target instanceof Node && fold.contains(target)
    if (!isInside || (target instanceof Element && target.closest('a'))) fold.open = false
  })
}

export {}
