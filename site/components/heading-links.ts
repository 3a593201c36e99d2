/** Makes every heading of the text a link to itself, so that a reader can copy its address. */
export function linkHeadings(): void {
  for (const heading of document.querySelectorAll('.prose > :is(h2, h3)[id]')) {
    const link = document.createElement('a')
    link.href = `#${heading.id}`
    link.append(...heading.childNodes)
    heading.append(link)
  }
}
