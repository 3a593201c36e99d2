import { createDiagram, type Diagram, rectangle } from './diagram.ts'

const width = 360

/** Who holds what, from the ground up: a project, its entitlement with a custodian, a series, its holders. */
export function drawEntitlement(): Diagram {
  const { diagram, addBox, addFrame, addArrow, addLine, addArea, say } = createDiagram(width, 500)
  const box = { x: 24, width: 312, height: 52 }
  addBox({ ...box, y: 1 }, 'Holders', 'verified investors in the register')
  addArrow(60, 116, 53)
  say(72, 74, 'one token represents one unit', 'label')
  addFrame({ x: 8, y: 86, width: 344, height: 176 })
  say(340, 105, 'segregated', 'label', true)
  addBox({ ...box, y: 116 }, 'Series', 'units; ring-fenced')
  addArrow(60, 200, 168, 'divided into units')
  addBox({ ...box, y: 200 }, 'Custodian', 'holds the entitlement for the holders')
  addArrow(60, 316, 252)
  say(72, 290, 'entitlement agreement', 'label')
  addBox(
    { ...box, y: 316, height: 68 },
    'Project operator',
    'holds the mining right for a term,',
    'subject to conditions',
  )
  addArrow(60, 424, 384, 'explores or mines')
  const ground = 'C80 412 140 436 200 424S310 414 360 428'
  addLine(`M0 424${ground}`)
  addArea(`M0 424${ground}V500H0z`, 'rock')
  addArea('M0 462C120 462 240 476 360 490V506C240 492 120 478 0 478z', 'lode')
  say(352, 450, 'land and minerals: state or landowner', 'label', true)
  return diagram
}

const phases: readonly { name: string; fill: 'rock' | 'beds' | 'lode'; rows: readonly [string, string][] }[] =
  [
    {
      name: 'Before listing',
      fill: 'rock',
      rows: [
        ['Resource stated', 'signed under JORC or NI 43-101'],
        ['Entitlement granted', 'by the operator, in units'],
        ['Held in custody', 'by a custodian, for the series'],
        ['Offering opened', 'offering documents complete'],
      ],
    },
    {
      name: 'From request to investment',
      fill: 'beds',
      rows: [
        ['Subscribe or request', 'with or without an amount'],
        ['Review', 'approved or rejected with a reason'],
        ['Pay', 'after approval, by the due date'],
        ['Allotment', 'entered in the register of holders'],
      ],
    },
    { name: 'While you hold', fill: 'lode', rows: [['Holding', 'values and transactions recorded']] },
  ]
const endings = ['Redemption', 'Transfer', 'Maturity or depletion', 'Failure']

/** The life of a token as a core log: one interval per stage, top to bottom, and four possible ends. */
export function drawTokenLife(): Diagram {
  const rowHeight = 40
  const phaseHeight = 26
  const rows = phases.reduce((sum, phase) => sum + phase.rows.length, 0)
  const logHeight = rows * rowHeight + phases.length * phaseHeight
  const endsAt = logHeight + phaseHeight
  const { diagram, addArea, addLine, addArrow, say } = createDiagram(width, endsAt + endings.length * 28 + 4)
  const core = { x: 8, width: 34 }
  let y = 0
  for (const { name, fill, rows } of phases) {
    say(64, y + 17, name, 'label')
    const top = y
    y += phaseHeight
    for (const [title, note] of rows) {
      say(64, y + 16, title, 'title')
      say(64, y + 32, note)
      y += rowHeight
      addLine(`M${core.x} ${y}h${core.width + 8}`)
    }
    addArea(rectangle({ ...core, y: top, height: y - top }), fill)
    diagram.boxes += rectangle({ ...core, y: top, height: y - top })
  }
  say(64, y + 17, 'How it ends', 'label')
  const spine = core.x + core.width / 2
  addArrow(spine, y, y + phaseHeight + endings.length * 28)
  for (const [at, ending] of endings.entries()) {
    const height = endsAt + at * 28 + 12
    addLine(`M${spine} ${height}H56`)
    say(64, height + 5, ending, 'title')
  }
  return diagram
}

/** How a market price reaches a screen. */
export function drawPricePath(): Diagram {
  const { diagram, addBox, addArrow, addLine, say } = createDiagram(width, 492)
  const box = { x: 1, width: 250 }
  addBox({ x: 1, y: 1, width: 172, height: 52 }, 'Metals', 'one or more sources')
  addBox({ x: 187, y: 1, width: 172, height: 52 }, 'Crypto-assets', 'one or more sources')
  addArrow(60, 53, 104, 'queried by the server only')
  addLine('M273 53V66H60')
  addBox({ ...box, y: 104, height: 68 }, 'Check', 'present, above zero, and close to', 'the last price?')
  addLine('M251 138h26')
  diagram.heads += 'M282 138l-8-4v8z'
  say(288, 134, 'no:', 'label')
  say(288, 150, 'dropped', 'label')
  addArrow(60, 172, 212, 'yes')
  addBox({ ...box, y: 212, height: 52 }, 'Stored', 'last valid price, with its time')
  addArrow(60, 264, 304, 'even if no source responds')
  addBox({ ...box, y: 304, height: 52 }, 'Response', 'price, source, as_of, stale')
  addArrow(60, 356, 396, 'every 30 seconds')
  addBox(
    { ...box, width: 358, y: 396, height: 88 },
    'Screen',
    'Recent: Live. Older: Delayed, with time.',
    'Demonstration feed: Simulated.',
    'No price available: Sample data.',
  )
  return diagram
}
