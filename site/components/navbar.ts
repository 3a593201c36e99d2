/**
 * Enhances the navigation bar's native `<details>` menus: they close on an outside click, on Escape, on leaving with
 * Tab and on following a link, and support arrow keys. No framework, because it runs on every page.
 */
const menus = [...document.querySelectorAll<HTMLDetailsElement>('[data-navbar] details[data-menu]')]

/** Its own summary, which precedes those of the sections within. */
const summaryOf = (menu: HTMLDetailsElement) => menu.querySelector('summary')

/** The currently visible links, buttons and section headings of a menu. */
function stopsOf(menu: HTMLDetailsElement): HTMLElement[] {
  const stops = menu.querySelectorAll<HTMLElement>('.menu-panel :is(a[href], button, summary)')
  return [...stops].filter((stop) => stop.checkVisibility())
}

function closeMenu(menu: HTMLDetailsElement) {
  const hasFocus = menu.contains(document.activeElement) && document.activeElement !== summaryOf(menu)
  menu.open = false
  if (hasFocus) summaryOf(menu)?.focus()
}

function moveFocus(menu: HTMLDetailsElement, key: string): boolean {
  const stops = stopsOf(menu)
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? stops.length - 1 : at - 1,
    Home: 0,
    End: stops.length - 1,
  }[key]
  if (next === undefined || stops.length === 0) return false
  stops[(next + stops.length) % stops.length]?.focus()
  return true
}

for (const menu of menus) {
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && menu.open) {
      event.preventDefault()
      closeMenu(menu)
    } else if (event.key === 'ArrowDown' || menu.open) {
      if (event.key === 'ArrowDown') menu.open = true
      if (moveFocus(menu, event.key)) event.preventDefault()
    }
  })
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false
  })
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[href]')) menu.open = false
  })
  menu.addEventListener('toggle', () => {
    if (!menu.open) return
    for (const other of menus) if (other !== menu) other.open = false
  })
}

document.addEventListener('pointerdown', (event) => {
  for (const menu of menus) {
    if (menu.open && !menu.contains(event.target as Node)) closeMenu(menu)
  }
})

/** Closes the menus, so that none reappears open with the page from the back/forward cache. */
window.addEventListener('pagehide', () => {
  for (const menu of menus) menu.open = false
})

export {}
