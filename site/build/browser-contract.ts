import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A node of the syntax tree (ESTree) with its place in the text. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const builders = new Set(['get', 'post', 'put', 'patch', 'remove'])

/** What only the server and the reference need of an endpoint. */
const serverOnly = new Set(['response', 'summary', 'problems', 'cache', 'headers', 'params'])

/** The properties of an endpoint's description, `get('/path', { … })`. */
function describedBy(node: Node): Node[] {
  const { callee, arguments: given } = node as { callee?: Node & { name?: string }; arguments?: Node[] }
  if (node.type !== 'CallExpression' || !builders.has(callee?.name ?? '')) return []
  return (given?.[1]?.properties as Node[] | undefined) ?? []
}

const nameOf = (node: unknown): string | undefined => (isNode(node) ? (node.name as string) : undefined)

/** `{ raw: '…' }`: the caller must know that bytes will come. */
const isRaw = (value: unknown): boolean =>
  isNode(value) && ((value.properties as Node[] | undefined) ?? []).some(({ key }) => nameOf(key) === 'raw')

/** A replacement of a part of the text. */
interface Edit {
  start: number
  end: number
  text: string
}

/** What runs later, or builds an object: a call in it is made for what it does. */
const hasWorkOfItsOwn = ({ type }: Node): boolean => /^(Arrow)?Function|^Class/.test(type)

function listEdits(node: Node, edits: Edit[] = [], dropped = new Set<Node>()): Edit[] {
  if (dropped.has(node)) {
    edits.push({ start: node.start, end: node.end, text: `${nameOf(node.key)}: {}` })
    return edits
  }
  for (const property of describedBy(node)) {
    if (serverOnly.has(nameOf(property.key) ?? '') && !isRaw(property.value)) dropped.add(property)
  }
  // Describing has no effect, so that what nobody reads can be left out.
  if (node.type === 'CallExpression')
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
  for (const part of Object.values(node).flat()) {
    if (isNode(part) && !hasWorkOfItsOwn(part)) listEdits(part, edits, dropped)
  }
  return edits
}

/** The text of a contract module without what the browser has no use for; `tree` is its syntax tree. */
export function stripContract(code: string, tree: unknown): string {
  if (!isNode(tree)) return code
  return listEdits(tree)
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

/**
 * Makes the contract light for the browser. Forms read their bounds from it and calls their paths; answers
 * are described for the server and the reference, and nobody checks values against a schema there. So the
 * browser gets builders of its own for the schemas, and endpoints without their descriptions.
 */
export function browserContract(): Plugin {
  const ownBuilders = fileURLToPath(new URL('./schema-builders.ts', import.meta.url))
  return {
    name: 'browser-contract',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { order: 'pre', handler: (id) => (id === '@sinclair/typebox' ? ownBuilders : undefined) },
    transform: {
      filter: { id: /[\\/]api[\\/]contract[\\/][\w-]+\.ts$/ },
      handler(code) {
        return { code: stripContract(code, this.parse(code)), map: null }
      },
    },
  }
}
