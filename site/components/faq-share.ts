/** The buttons that share a question of Help and Support. */

async function share(root: HTMLElement, button: HTMLElement) {
  const id = button.dataset.share ?? ''
  const address = new URL(`#${id}`, location.href).href
  const label = button.querySelector('[data-share-label]')
  const status = root.querySelector('[data-share-status]')
  let said = 'Link copied'
  try {
    await navigator.clipboard.writeText(address)
  } catch {
    location.hash = id
    said = 'Copy the link from the address bar'
  }
  if (label) label.textContent = said
  if (status) status.textContent = said
  setTimeout(() => {
    if (label) label.textContent = 'Share article'
    if (status) status.textContent = ''
  }, 3000)
}

/** Copies a question's URL when pressed, or shows it in the address bar. */
export function initFaqSharing(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-share]')
    if (button) void share(root, button)
  })
  root.dispatchEvent(new Event('sharing'))
}
