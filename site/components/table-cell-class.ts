/**
 * The class of a table cell by its alignment in Markdown, which arrives as an inline style that the content security
 * policy would block.
 */
export function getTableCellClass(style: unknown): string | undefined {
  const text = typeof style === 'string' ? style : JSON.stringify(style ?? '')
  const [, align] = /(?:text-align|textAlign)"?\s*:\s*"?(right|center)/.exec(text) ?? []
  return align && `align-${align}`
}
