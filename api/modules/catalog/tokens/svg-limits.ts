/** Limits the work of drawing an SVG: its elements, their depth, and what references draw again. */

/** Far above what icons have, and drawn instantly by any browser. */
export const svgBounds = {
  elements: 2_000,
  depth: 32,
  /** Elements drawn in total, each reference counted with everything that it redraws. */
  drawn: 10_000,
}

interface Node {
  /** Ids referenced by this element and those within it, one entry per reference. */
  references: string[]
  /** Number of elements: this one and those within it. */
  size: number
}

/** The ids of a link `#id` and of every `url(#id)`. Each attribute is scanned once, whatever it contains. */
function referencesOf(attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    name === 'href' || name === 'xlink:href'
      ? [value.trim().slice(1)]
      : [...value.matchAll(/url\(["'\s]*#([\w.-]+)/gi)].map(([, id = '']) => id),
  )
}

/**
 * Counts the elements of one SVG as a parser reads them. All functions throw the error created by `makeError` when a
 * limit is exceeded, at the element that exceeds it.
 */
export function createSvgCounter(makeError: () => Error) {
  const open: Node[] = []
  const byId = new Map<string, Node>()
  let root: Node | undefined
  let elements = 0

  return {
    open(_name: string, attributes: Record<string, string>): void {
      elements += 1
      if (elements > svgBounds.elements || open.length >= svgBounds.depth) throw makeError()
      const node: Node = { references: referencesOf(attributes), size: 1 }
      if (attributes.id && !byId.has(attributes.id)) byId.set(attributes.id, node)
      root ??= node
      open.push(node)
    },
    close(): void {
      const node = open.pop()
      const parent = open.at(-1)
      if (!node || !parent) return
      parent.size += node.size
      parent.references.push(...node.references)
      // References are passed up to all ancestors.
      if (parent.references.length > svgBounds.elements) throw makeError()
    },
    /** Follows the references once all elements are known. Rejects a reference to itself too, directly or not. */
    checkReferences(): void {
      const known = new Map<Node, number>()
      const following = new Set<Node>()
      const drawnBy = (node: Node): number => {
        const before = known.get(node)
        if (before !== undefined) return before
        if (following.has(node)) throw makeError()
        following.add(node)
        let drawn = node.size
        for (const id of node.references) {
          const target = byId.get(id)
          if (target) drawn += drawnBy(target)
          if (drawn > svgBounds.drawn) throw makeError()
        }
        following.delete(node)
        known.set(node, drawn)
        return drawn
      }
      if (root) drawnBy(root)
    },
  }
}
