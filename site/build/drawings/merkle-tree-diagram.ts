import { createDiagram, type Diagram } from './diagram.ts'

const LEAF = { y: 330, width: 84, height: 68 }
/** Left edges of the leaves. */
const leaves = [1, 93, 184, 275]

/** A tree over four leaves: sums grow from the leaves to the root, which a snapshot signs. */
export function drawSumTree(): Diagram {
  const { diagram, addBox, addFrame, addLine, addArrow } = createDiagram(360, 400)
  addBox(
    { x: 24, y: 1, width: 312, height: 68 },
    'Snapshot of the day',
    'signed; linked to the previous one',
    '50 in issue, 60 in custody',
  )
  addArrow(180, 112, 69)
  addBox({ x: 95, y: 112, width: 170, height: 68 }, 'Root: 50', 'hash of both hashes', 'and both sums')
  addBox({ x: 18, y: 222, width: 136, height: 66 }, '42.5', 'hash of both', 'children')
  addBox({ x: 206, y: 222, width: 136, height: 66 }, '7.5', 'hash of both', 'children')
  addLine('M86 222V201H274V222M180 201V180')
  for (const [at, [title, note]] of (
    [
      ['12.5', 'your leaf'],
      ['30', 'a holder'],
      ['7.5', 'a holder'],
      ['0', 'padding'],
    ] as const
  ).entries())
    addBox({ ...LEAF, x: leaves[at] ?? 0, height: 52 }, title, note)
  addLine('M43 330V309H135V330M86 309V288M226 330V309H317V330M274 309V288')
  // The reader's leaf, and the two values on its path.
  addFrame({ x: 89, y: 326, width: 92, height: 60 })
  addFrame({ x: 202, y: 218, width: 144, height: 74 })
  return diagram
}
