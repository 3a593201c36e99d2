import type { PdfTagger, TagType } from '#shared/pdf/pdf-tags'

/** A part of the text that is not split across pages. Heights are in points. */
export interface Block {
  height: number
  /** Space below, which may be cut at the end of a page. */
  gap: number
  /** Draws it with its top edge at `y`. */
  draw: (y: number) => void
  /** Whether it stays on the same page as the next block, as a heading does. */
  leads?: boolean
  /** Whether a section begins with it. */
  isSection?: boolean
  /** Drawn above it if it is first on a page, such as a table header. */
  head?: { height: number; draw: (y: number) => void }
}

/** A block with its position on a page. */
export interface Placed {
  block: Block
  y: number
  isFirst: boolean
}

/** Combines several blocks into one that is not split. */
export function groupBlocks(blocks: readonly Block[], gap = blocks.at(-1)?.gap ?? 0): Block {
  const height = blocks.reduce((sum, block) => sum + block.height + block.gap, -(blocks.at(-1)?.gap ?? 0))
  const draw = (top: number) => {
    let y = top
    for (const block of blocks) {
      block.draw(y)
      y += block.height + block.gap
    }
  }
  return { height, gap, draw }
}

/** Tags blocks, possibly across several pages, as one part. */
export function tagBlocks(tags: PdfTagger, type: TagType, blocks: readonly Block[]): Block[] {
  return blocks.map((block, position) => ({
    ...block,
    draw: (y) => {
      if (position === 0) tags.begin(type)
      block.draw(y)
      if (position === blocks.length - 1) tags.end()
    },
  }))
}

/** Blocks that stay together: leading blocks and the one they lead to. */
function listChains(blocks: readonly Block[]): Block[][] {
  const chains: Block[][] = []
  let isLed = false
  for (const block of blocks) {
    if (isLed) chains.at(-1)?.push(block)
    else chains.push([block])
    isLed = block.leads ?? false
  }
  return chains
}

/** Distributes blocks over pages whose content is between `top` and `bottom`. */
export function paginate(blocks: readonly Block[], top: number, bottom: number): Placed[][] {
  const pages: Placed[][] = [[]]
  let y = top
  for (const chain of listChains(blocks)) {
    if (y > top && y + groupBlocks(chain).height > bottom) {
      pages.push([])
      y = top
    }
    for (const block of chain) {
      const isFirst = pages.at(-1)?.length === 0
      if (isFirst) y += block.head?.height ?? 0
      pages.at(-1)?.push({ block, y, isFirst })
      y += block.height + block.gap
    }
  }
  return pages
}
