/** The path from a leaf to the root, from the kept blocks. */
import { formatUnits } from '#shared/proof/byte-encoding'
import type { PathStep } from '#shared/proof/check-merkle-path'
import { BLOCK_LEVELS, BLOCK_NODES, HASH_BYTES, NODE_BYTES } from './build-tree.ts'

/** Where a block is kept in its tree. */
export interface BlockPosition {
  level: number
  number: number
}

/** The blocks needed for a leaf's path, from the leaves up; `leaves` is the size of the tree. */
export function listPathBlocks(position: number, leaves: number): BlockPosition[] {
  const needed: BlockPosition[] = []
  let [at, nodes] = [position, leaves]
  for (let level = 0; nodes > 1; level += BLOCK_LEVELS) {
    at = Math.floor(at / Math.min(BLOCK_NODES, nodes))
    nodes = Math.max(1, nodes / BLOCK_NODES)
    needed.push({ level, number: at })
  }
  return needed
}

/** The siblings of a leaf from below; `blocks` are the levels of those of `listPathBlocks`, in its order. */
export function buildMerklePath(position: number, blocks: readonly (readonly Buffer[])[]): PathStep[] {
  const path: PathStep[] = []
  let at = position
  for (const block of blocks) {
    for (const level of block.slice(0, -1)) {
      const place = at % (level.length / NODE_BYTES)
      const sibling = (place ^ 1) * NODE_BYTES
      path.push({
        side: place % 2 === 1 ? 'left' : 'right',
        hash: level.toString('hex', sibling, sibling + HASH_BYTES),
        units: formatUnits(level.readBigUInt64BE(sibling + HASH_BYTES)),
      })
      at = Math.floor(at / 2)
    }
  }
  return path
}
