/** Names of uploads: the stored name is generated, the shown name is the sender's, cleaned. */
import { randomBytes } from 'node:crypto'

const NAME_MAX = 255
const SLUG_MAX = 60

/** Not allowed in a name: path separators, and control and formatting characters that change how it reads. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The extensions allowed for each type; the first is added to a name that has none of them. */
const endings = { pdf: ['.pdf'], html: ['.html', '.htm'] } as const

/**
 * The name under which an upload is shown and saved: without folders, and with the extension of its actual type.
 * Otherwise a page named `report.exe` would be saved as a program.
 */
export function toDisplayName(given: string, kind: keyof typeof endings): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).pop() ?? ''
  const name = base.replace(UNWANTED, '').trim().replace(/^\.+/, '') || 'document'
  const ending = endings[kind].find((end) => name.toLowerCase().endsWith(end) && name.length > end.length)
  if (ending && name.length <= NAME_MAX) return name
  const stem = ending ? name.slice(0, -ending.length) : name
  const end = ending ?? endings[kind][0]
  return (
    [...stem]
      .slice(0, NAME_MAX - end.length)
      .join('')
      .slice(0, NAME_MAX - end.length) + end
  )
}

/** The part of a URL derived from a name: lower-case letters, digits and hyphens. */
function toSlug(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, SLUG_MAX).replace(/^-+|-+$/g, '')
}

/** A new unique name to store a file under: `{slug}-{random}.{extension}`. */
export const createStoredFilename = (shownName: string, extension: string, fallback = 'document'): string =>
  `${toSlug(shownName) || fallback}-${randomBytes(8).toString('hex')}.${extension}`
