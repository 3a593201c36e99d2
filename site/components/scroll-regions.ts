/** Makes a table or code block focusable by keyboard only while it is wider than its container. */
function followWidth(region: HTMLElement) {
  if (region.scrollWidth > region.clientWidth) {
    region.tabIndex = 0
    region.setAttribute('role', 'group')
    region.setAttribute(
      'aria-label',
      region.matches('pre') ? 'Code, scrolls horizontally' : 'Table, scrolls horizontally',
    )
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) region.removeAttribute(name)
  }
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLElement) followWidth(target)
})

/** Observes every table region and code block of a text, and updates it when the window is resized. */
export function initScrollRegions(): void {
  for (const region of document.querySelectorAll<HTMLElement>('.table-region, .prose pre'))
    widths.observe(region)
}
