/** Placeholders of prepared answers, such as `{first_name}`: filled when an answer is inserted. */

export const placeholders = ['first_name', 'name', 'reference', 'department', 'agent'] as const
export type Placeholder = (typeof placeholders)[number]

/** How they are written, for messages and hints. */
export const placeholderList = placeholders.map((name) => `{${name}}`).join(', ')

const BRACED = /\{([^{}]*)\}/g

/** What stands in braces and is no placeholder, as written, each once. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(BRACED)]
      .filter(([, name]) => !(placeholders as readonly string[]).includes(name ?? ''))
      .map(([written]) => written),
  ),
]

/** The text with its placeholders filled. One without a value disappears, with the blank before it. */
export const fillPlaceholders = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(/( ?)\{([^{}]*)\}/g, (written, blank: string, name: string) => {
    if (!(placeholders as readonly string[]).includes(name)) return written
    const value = values[name as Placeholder]
    return value === '' ? '' : blank + value
  })

/** The first word of a name: how its bearer is addressed. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
