/**
 * Marks the current section in the table of contents, or in a series page's links, and shows its name where the list is
 * collapsed.
 */

const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
const sections = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
const name = document.querySelector('[data-current-section]')

/** The section that a followed link led to, and the scroll position at that time. */
let jump: { at: number; scrollY: number } | undefined

/** The last section whose heading has passed a line one third down the screen; -1 before the first. */
function findCurrent(): number {
  // A section near the end of the page may be too short to reach the line, so the followed link decides.
  if (jump && Math.abs(scrollY - jump.scrollY) <= 2) return jump.at
  jump = undefined
  const remaining = document.documentElement.scrollHeight - innerHeight - scrollY
  // Near the end the line moves down to the bottom edge, so that every section passes it.
  const line = innerHeight - Math.min(Math.max(remaining, 0), (innerHeight * 2) / 3)
  return sections.filter((section) => section && section.getBoundingClientRect().top < line).length - 1
}

function markCurrent() {
  const current = findCurrent()
  links.forEach((link, at) => {
    link.ariaCurrent = at === current ? 'true' : null
  })
  if (name) name.textContent = links[current]?.textContent ?? ''
}

/** After the browser has scrolled to the section in the URL. */
function followAddress() {
  const at = links.findIndex((link) => link.hash === location.hash)
  jump = at < 0 ? undefined : { at, scrollY }
  markCurrent()
}

if (links.length > 0) {
  // Both fire once per frame.
  addEventListener('scroll', markCurrent, { passive: true })
  addEventListener('resize', markCurrent)
  addEventListener('hashchange', followAddress)
  for (const link of links) {
    // Following a link to the same URL fires no hashchange but scrolls.
    link.addEventListener('click', () => setTimeout(followAddress))
  }
  if (document.readyState === 'complete') followAddress()
  else addEventListener('load', followAddress)
  markCurrent()
}

export {}
