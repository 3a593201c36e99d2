/** Weights of the built pages, computed from their compressed files without a browser. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { builtPages } from './built-pages.ts'

const SITE = 'dist/site'

/** Bytes sent before any island starts: the page, its stylesheets, and its scripts with their static imports. */
export interface PageWeight {
  document: number
  stylesheet: number
  script: number
}

/** Bytes sent for a file: with Brotli, except for files too small to benefit from it. */
const sentBytes = (path: string): number =>
  statSync(join(SITE, existsSync(join(SITE, `${path}.br`)) ? `${path}.br` : path)).size

const transpiler = new Bun.Transpiler({ loader: 'js' })

/** A script and everything it imports statically, as paths within the site. */
function listScripts(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  for (const { kind, path } of transpiler.scanImports(readFileSync(join(SITE, entry), 'utf8')))
    if (kind === 'import-statement') listScripts(new URL(path, `file:///${entry}`).pathname.slice(1), found)
  return found
}

const listAttributes = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].flatMap(([, path]) => (path?.startsWith('/_astro/') ? [path.slice(1)] : []))

/** The files that a page loads before any island starts, except for `theme.css` from the API. */
export function listPageFiles(file: string): { stylesheets: string[]; scripts: string[] } {
  const html = readFileSync(join(SITE, file), 'utf8')
  const scripts = new Set<string>()
  for (const entry of listAttributes(html, /<script type="module" src="([^"]+)"/g))
    listScripts(entry, scripts)
  return {
    stylesheets: listAttributes(html, /<link rel="stylesheet" href="([^"]+)"/g),
    scripts: [...scripts],
  }
}

const sum = (paths: readonly string[]): number => paths.reduce((total, path) => total + sentBytes(path), 0)

export function weighPage(file: string): PageWeight {
  const { stylesheets, scripts } = listPageFiles(file)
  return { document: sentBytes(file), stylesheet: sum(stylesheets), script: sum(scripts) }
}

/** The weight of each page for visitors, by its URL. */
export const weighPages = (): Map<string, PageWeight> =>
  new Map(
    builtPages
      .filter(
        ({ address }) => address === '/' || /^\/(docs|legal|tokens|proof)(?=\/|$)(?!\/404)/.test(address),
      )
      .map(({ path, address }) => [address, weighPage(path)]),
  )
