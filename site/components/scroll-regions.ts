/** Makes a table or a listing that is wider than its place reachable by keyboard, and only such a one. */
function followWidth(region: HTMLElement) {
  if (region.scrollWidth > region.clientWidth) {
    region.tabIndex = 0
    region.setAttribute('role', 'group')
    region.setAttribute(
      'aria-label',
      region.matches('pre') ? 'Code, scrolls sideways' : 'Table, scrolls sideways',
    )
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) region.removeAttribute(name)
  }
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) followWidth(target)
})

/** Follows every table region and listing of a text, as the window's width changes too. */
export function watchScrollRegions(): void {
  for (const region of document.querySelectorAll<HTMLElement>('.table-region, .prose pre'))
    widths.observe(region)
}
