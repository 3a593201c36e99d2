/** Marks in the table of contents the section that is being read: the last one whose heading has passed the top third. */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
const sections = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))

function markSection() {
  const line = innerHeight / 3
  const passed = sections.filter((section) => section && section.getBoundingClientRect().top < line).length
  links.forEach((link, at) => {
    if (at === passed - 1) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  })
}

if (links.length > 0) {
  const watch = new IntersectionObserver(markSection, { rootMargin: '0px 0px -66% 0px' })
  for (const section of sections) if (section) watch.observe(section)
}

export {}
