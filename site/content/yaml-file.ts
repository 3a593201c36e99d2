import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { parse } from 'yaml'

/** Milliseconds after which an editor has finished writing a file. */
const WRITING_MS = 300

interface YamlFileOptions {
  /**
   * Name of a list whose items become separate entries, identified by `id` and ordered by the `position` added here.
   */
  items?: string
  /** Field of an item that contains Markdown, rendered at build time. */
  markdown?: string
}

/**
 * Loads one YAML file of content/ as a collection: a single entry named like the file, or one entry per item of a list.
 * Errors name the file for the writer.
 */
export function yamlFile(path: string, options: YamlFileOptions = {}): Loader {
  return {
    name: `yaml:${path}`,
    async load({ config, store, parseData, renderMarkdown, generateDigest, watcher, logger }) {
      const file = fileURLToPath(new URL(path, config.root))
      const toEntry = async (id: string, values: Record<string, unknown>) => {
        const data = await parseData({ id, data: values, filePath: path })
        const text = options.markdown ? values[options.markdown] : undefined
        const rendered = typeof text === 'string' ? await renderMarkdown(text) : undefined
        return { id, data, filePath: path, digest: generateDigest(values), ...(rendered && { rendered }) }
      }
      const read = async () => {
        const content = asRecord(parseYaml(await readFile(file, 'utf8'), path), path)
        const all = options.items ? listItems(content, options.items, path) : [[idOf(path), content] as const]
        const entries = await Promise.all(all.map(([id, values]) => toEntry(id, values)))
        // Only now, so that a file with a mistake keeps the last good content.
        store.clear()
        for (const entry of entries) store.set(entry)
      }
      await read()
      watcher?.add(file)
      watcher?.on('change', async (changed) => {
        if (changed !== file) return
        // Retried, because an editor may still have been writing.
        await read()
          .catch(() => pause(WRITING_MS).then(read))
          .catch((error: Error) => logger.error(error.message))
      })
    },
  }
}

/** The items of a list by id, each with its position. */
function listItems(content: Record<string, unknown>, name: string, path: string) {
  const items = new Map<string, Record<string, unknown>>()
  for (const [position, item] of listIn(content, name, path).entries()) {
    const values = asRecord(item, `${path}: an item of ${name}`)
    if (typeof values.id !== 'string')
      throw new Error(`${path}: every item of ${name} needs an id, a short word with hyphens.`)
    if (items.has(values.id)) throw new Error(`${path}: the id ${values.id} is used twice.`)
    items.set(values.id, { ...values, position })
  }
  return [...items]
}

const idOf = (path: string) => path.replace(/^.*\//, '').replace(/\.yaml$/, '')

function parseYaml(text: string, path: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${path} is not valid YAML. ${error instanceof Error ? error.message : ''}`)
  }
}

function asRecord(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error(`${name} must hold named fields, such as "title: …".`)
}

function listIn(content: Record<string, unknown>, name: string, path: string): unknown[] {
  const list = content[name]
  if (!Array.isArray(list)) throw new Error(`${path} needs a list named ${name}.`)
  return list
}
