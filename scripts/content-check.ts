/**
 * Checks `content/` before a build for errors that a build would accept silently, or report without naming the file.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseDocument } from 'yaml'
import { tokenCatalog } from '#shared/default-tokens'
import { findMisfits } from './content-schemas.ts'
import { findMdxFault } from './mdx-check.ts'

/** A sentence that names the file, the line or field, and what is expected. */
export type ContentFault = string

/** The data of a content file, with dates as written. */
interface ContentData {
  file: string
  data: unknown
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---/

/** The front matter of an MDX file, after one line, so that line numbers match the file. */
const frontMatter = (text: string): string => FRONT_MATTER.exec(text)?.[1] ?? ''

/** The text of an MDX file, after empty lines in place of its front matter. */
export const textOf = (text: string): string =>
  text.replace(FRONT_MATTER, (found) => found.replace(/[^\n]/g, ''))

async function readData(
  folder: string,
  path: string,
  faults: ContentFault[],
): Promise<ContentData | undefined> {
  const file = `content/${path}`
  const text = await readFile(join(folder, path), 'utf8')
  const isMdx = path.endsWith('.mdx')
  const document = parseDocument(isMdx ? `\n${frontMatter(text)}` : text)
  for (const { linePos, message } of document.errors) {
    const [reason = ''] = message.split(/ at line \d+/)
    faults.push(`${file}, line ${linePos?.[0].line ?? 1}: not valid YAML. ${reason}.`)
  }
  const fault = isMdx ? await findMdxFault(textOf(text)) : undefined
  if (fault) faults.push(`${file}, line ${fault.line}: not valid MDX. ${fault.reason}.`)
  return document.errors.length > 0 ? undefined : { file, data: document.toJS() }
}

/** Every text in the data, with the path of its field. */
function* textsOf(data: unknown, field = ''): Generator<{ field: string; text: string }> {
  if (typeof data === 'string') yield { field, text: data }
  else if (typeof data === 'object' && data !== null)
    for (const [key, value] of Object.entries(data)) yield* textsOf(value, field ? `${field}.${key}` : key)
}

/** Whether a text that looks like a day exists: YAML and `Date` read November 31 as December 1. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function checkDays({ file, data }: ContentData, faults: ContentFault[]): void {
  for (const { field, text } of textsOf(data)) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !isDay(text))
      faults.push(`${file}, ${field}: ${text} is not a valid date. Expected a date such as 2026-11-30.`)
  }
}

/** Each series file is named after its symbol, has a text next to it, and is in the catalog. */
function checkSeries(all: readonly ContentData[], folder: string, faults: ContentFault[]): void {
  const bySymbol = new Map<string, string>()
  for (const { file, data } of all) {
    const { symbol } = Object(data) as { symbol?: unknown }
    if (typeof symbol !== 'string') continue
    const code = symbol.replace('$', '').toLowerCase()
    const other = bySymbol.get(symbol)
    if (other)
      faults.push(`${file}, symbol: ${symbol} is already the symbol of ${other}. Symbols must be unique.`)
    else bySymbol.set(symbol, file)
    if (basename(file, '.yaml') !== code)
      faults.push(
        `${file}, symbol: the file of a series with the symbol ${symbol} must be named ${code}.yaml.`,
      )
    if (!tokenCatalog.some((token) => token.symbol === symbol))
      faults.push(
        `${file}, symbol: ${symbol} is not in the catalog. Add it to shared/default-tokens.ts first.`,
      )
    if (!existsSync(join(folder, 'tokens', `${basename(file, '.yaml')}.mdx`)))
      faults.push(`${file}: the text is missing. Expected the file ${file.replace(/yaml$/, 'mdx')}.`)
  }
}

/** All errors in the files of a content folder; empty if there are none. */
export async function findContentFaults(folder: string): Promise<ContentFault[]> {
  const faults: ContentFault[] = []
  const names = (await readdir(folder, { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:yaml|mdx)$/.test(name))
    .sort()
  const all: ContentData[] = []
  for (const name of names) {
    const read = await readData(folder, name, faults)
    if (!read) continue
    checkDays(read, faults)
    for (const { field, expected } of findMisfits(name, read.data)) {
      // Nonexistent days have already been reported.
      if (!faults.some((fault) => fault.startsWith(`${read.file}, ${field}: `)))
        faults.push(`${read.file}${field && `, ${field}`}: ${expected}`)
    }
    all.push(read)
  }
  const series = all.filter(({ file }) => /^content\/tokens\/.*\.yaml$/.test(file))
  checkSeries(series, folder, faults)
  return faults
}
