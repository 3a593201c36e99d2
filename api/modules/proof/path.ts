/** The path from a leaf to the root, out of the kept blocks. */
import { printUnits } from '#shared/proof/bytes'
import type { PathStep } from '#shared/proof/check-leaf'
import { BLOCK_LEVELS, BLOCK_NODES, HASH_BYTES, NODE_BYTES } from './tree.ts'

/** Where a block is kept in its tree. */
export interface BlockPlace {
  level: number
  number: number
}

/** The blocks that the path of a leaf needs, from the leaves up; `leaves` is the size of the tree. */
export function blocksOnPath(position: number, leaves: number): BlockPlace[] {
  const needed: BlockPlace[] = []
  let [at, nodes] = [position, leaves]
  for (let level = 0; nodes > 1; level += BLOCK_LEVELS) {
    at = Math.floor(at / Math.min(BLOCK_NODES, nodes))
    nodes = Math.max(1, nodes / BLOCK_NODES)
    needed.push({ level, number: at })
  }
  return needed
}

/** The siblings of a leaf from below; `blocks` are the levels of those of `blocksOnPath`, in its order. */
export function pathOf(position: number, blocks: readonly (readonly Buffer[])[]): PathStep[] {
  const path: PathStep[] = []
  let at = position
  for (const block of blocks) {
    for (const level of block.slice(0, -1)) {
      const place = at % (level.length / NODE_BYTES)
      const sibling = (place ^ 1) * NODE_BYTES
      path.push({
        side: place % 2 === 1 ? 'left' : 'right',
        hash: level.toString('hex', sibling, sibling + HASH_BYTES),
        units: printUnits(level.readBigUInt64BE(sibling + HASH_BYTES)),
      })
      at = Math.floor(at / 2)
    }
  }
  return path
}
