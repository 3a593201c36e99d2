/** Turns every heading that has an id, its own or its section's, into a copyable link to itself. */
export function linkHeadings(): void {
  for (const heading of document.querySelectorAll(
    'main :is(:is(h2, h3)[id], section[id] > h2):not(:has(a), .no-print > h2)',
  )) {
    const link = document.createElement('a')
    link.href = `#${heading.id || heading.parentElement?.id}`
    link.append(...heading.childNodes)
    heading.append(link)
  }
}
