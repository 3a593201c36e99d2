/**
 * The class of a table cell by the alignment that Markdown gave it. It comes as a style, which the
 * content security policy would block.
 */
export function cellClass(style: unknown): string | undefined {
  const text = typeof style === 'string' ? style : JSON.stringify(style ?? '')
  const [, align] = /(?:text-align|textAlign)"?\s*:\s*"?(right|center)/.exec(text) ?? []
  return align && `align-${align}`
}
