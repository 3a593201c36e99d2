import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { parse } from 'yaml'

interface YamlFileOptions {
  /** Name of a list whose items become separate entries, identified by `id`, ordered by the `position` added here. */
  items?: string
  /** Field of an item that is Markdown; rendered at build. */
  markdown?: string
}

/**
 * Loads one YAML file of content/ as a collection: a single entry named like the file, or one entry per item of a
 * list. Errors name the file for the writer.
 */
export function yamlFile(path: string, options: YamlFileOptions = {}): Loader {
  return {
    name: `yaml:${path}`,
    async load({ config, store, parseData, renderMarkdown, generateDigest, watcher, logger }) {
      const file = fileURLToPath(new URL(path, config.root))
      const addEntry = async (id: string, values: Record<string, unknown>) => {
        const data = await parseData({ id, data: values, filePath: path })
        const text = options.markdown ? values[options.markdown] : undefined
        const rendered = typeof text === 'string' ? await renderMarkdown(text) : undefined
        store.set({ id, data, filePath: path, digest: generateDigest(values), ...(rendered && { rendered }) })
      }
      const read = async () => {
        const content = asRecord(parseYaml(await readFile(file, 'utf8'), path), path)
        store.clear()
        if (!options.items) return addEntry(idOf(path), content)
        for (const [position, item] of listIn(content, options.items, path).entries()) {
          const values = asRecord(item, `${path}: an item of ${options.items}`)
          if (typeof values.id !== 'string') {
            throw new Error(`${path}: every item of ${options.items} needs an id, a short word with hyphens.`)
          }
          if (store.has(values.id)) throw new Error(`${path}: the id ${values.id} is used twice.`)
          await addEntry(values.id, { ...values, position })
        }
      }
      await read()
      watcher?.add(file)
      watcher?.on('change', (changed) => {
        if (changed === file) read().catch((error: Error) => logger.error(error.message))
      })
    },
  }
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
