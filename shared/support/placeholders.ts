/** Placeholders of canned replies, such as `{first_name}`: filled when a reply is inserted. */

export const placeholders = ['first_name', 'name', 'reference', 'department', 'agent'] as const
export type Placeholder = (typeof placeholders)[number]

/** Their notation, for messages and hints. */
export const placeholderList = placeholders.map((name) => `{${name}}`).join(', ')

const BRACED = /\{([^{}]*)\}/g

/** Text in braces that is not a placeholder, as written, each once. */
export const findUnknownPlaceholders = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(BRACED)]
      .filter(([, name]) => !(placeholders as readonly string[]).includes(name ?? ''))
      .map(([written]) => written),
  ),
]

/** The text with its placeholders filled. One without a value disappears, along with the blank before it. */
export const fillPlaceholders = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(/( ?)\{([^{}]*)\}/g, (written, blank: string, name: string) => {
    if (!(placeholders as readonly string[]).includes(name)) return written
    const value = values[name as Placeholder]
    return value === '' ? '' : blank + value
  })

/** The first word of a name, used in greetings. */
export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
