import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A syntax tree node (ESTree) with its position in the source. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const builders = new Set(['get', 'post', 'put', 'patch', 'remove'])

/** Endpoint properties that a call needs; all others are for the server and the API reference. */
const usedByCalls = new Set(['confirms', 'csrf', 'idempotent', 'timeLimit', 'approvalRule', 'upload'])

/** The properties of an endpoint definition, `get('/path', { … })`. */
function describedBy(node: Node): Node[] {
  const { callee, arguments: args } = node as { callee?: Node & { name?: string }; arguments?: Node[] }
  if (node.type !== 'CallExpression' || !builders.has(callee?.name ?? '')) return []
  return (args?.[1]?.properties as Node[] | undefined) ?? []
}

const nameOf = (node: unknown): string | undefined => (isNode(node) ? (node.name as string) : undefined)

/** `{ raw: '…' }`: the caller needs to know that the response is bytes. */
const isRaw = (value: unknown): boolean =>
  isNode(value) && ((value.properties as Node[] | undefined) ?? []).some(({ key }) => nameOf(key) === 'raw')

/** Schema keywords for the server and the API reference. */
const serverKeywords = new Set([
  'cleaned',
  'decimal',
  'description',
  'examples',
  'format',
  'oneLine',
  'pattern',
  'errorMessage',
])

/** Such a keyword with its text: `errorMessage: '…'`. A field of that name has a schema as its value. */
const isForServer = ({ type, key, value }: Node): boolean =>
  type === 'Property' &&
  serverKeywords.has(nameOf(key) ?? '') &&
  isNode(value) &&
  ['Literal', 'TemplateLiteral', 'ArrayExpression'].includes(value.type)

/** Server-only keywords, also in functions that build a schema. */
function listServerKeywords(node: Node): Node[] {
  if (isForServer(node)) return [node]
  return Object.values(node)
    .flat()
    .flatMap((part) => (isNode(part) ? listServerKeywords(part) : []))
}

/** Code that runs later or builds an object; calls in it may have side effects. */
const mayHaveEffects = ({ type }: Node): boolean => /^(Arrow)?Function|^Class/.test(type)

/** Replacement of a source range. */
interface Edit {
  start: number
  end: number
  text: string
}

function listEdits(node: Node, code: string, edits: Edit[], dropped: Set<Node>, isPure = true): Edit[] {
  if (dropped.has(node)) {
    const comma = /^\s*,/.exec(code.slice(node.end))?.[0] ?? ''
    edits.push({ start: node.start, end: node.end + comma.length, text: '' })
    return edits
  }
  const described = describedBy(node)
  // A dialog says whether there is a second administrator with the permission for a write.
  const isRuled = described.some(({ key }) => nameOf(key) === 'approvalRule')
  for (const property of described) {
    const name = nameOf(property.key)
    const isUsed = usedByCalls.has(name ?? '') || (isRuled && name === 'access')
    if (name && !isUsed && !isRaw(property.value)) dropped.add(property)
  }
  // Schema builders are pure, so unused ones can be dropped.
  if (isPure && node.type === 'CallExpression')
    edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
  for (const part of Object.values(node).flat()) {
    if (isNode(part)) listEdits(part, code, edits, dropped, isPure && !mayHaveEffects(part))
  }
  return edits
}

/** The source of a contract module without what the browser does not use; `tree` is its syntax tree. */
export function stripContract(code: string, tree: unknown): string {
  if (!isNode(tree)) return code
  return listEdits(tree, code, [], new Set(listServerKeywords(tree)))
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

/**
 * Makes the contract smaller for the browser. Forms read their limits from it and calls their paths; response schemas
 * are for the server and the API reference, and the browser never validates a value against a schema. So the browser
 * gets its own schema builders, and endpoints without their descriptions.
 */
export function browserContract(): Plugin {
  const ownBuilders = fileURLToPath(new URL('./schema-builders.ts', import.meta.url))
  return {
    name: 'browser-contract',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { order: 'pre', handler: (id) => (id === '@sinclair/typebox' ? ownBuilders : undefined) },
    transform: {
      filter: { id: /[\\/]api[\\/]contract[\\/](?:[a-z]+[\\/])?[\w-]+\.ts$/ },
      handler(code) {
        return { code: stripContract(code, this.parse(code)), map: null }
      },
    },
  }
}
