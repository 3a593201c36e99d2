/** Draws a report of checks: the verdict, each check, and each leaf's way to the root. */
import { groupUnits } from '#shared/proof/bytes'
import type { CheckLine, CheckState, LeafReport, ProofReport, ReportStep } from '#shared/proof/report'
import { make } from './elements.ts'

const stateWords = { holds: '✓ Holds', fails: '✗ Fails', open: '– Open' } as const

export function drawVerdict(state: CheckState, title: string, text: string, age?: string): HTMLElement {
  const sign = { holds: '✓', fails: '✗', open: '–' }[state]
  return make(
    'div',
    { class: 'verdict', 'data-state': state },
    make('h2', {}, make('span', { 'aria-hidden': 'true' }, `${sign} `), title),
    make('p', {}, text),
    ...(age === undefined ? [] : [make('p', { class: 'age' }, age)]),
  )
}

const headRow = (...names: string[]) =>
  make('thead', {}, make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name))))

function drawChecks(checks: readonly CheckLine[]): HTMLElement {
  const rows = checks.map(({ name, state, text }) =>
    make(
      'tr',
      { 'data-state': state },
      make('th', { scope: 'row' }, name),
      make('td', { class: 'state' }, stateWords[state]),
      make('td', {}, text),
    ),
  )
  return make(
    'table',
    { class: 'checks' },
    make('caption', {}, 'Checks'),
    headRow('Check', 'Result', 'What was compared'),
    make('tbody', {}, ...rows),
  )
}

function drawBar(share: number): HTMLElement {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' }, make('span'))
  // Never without a trace: a holding is often a small part of all units.
  ;(bar.firstElementChild as HTMLElement).style.width = `${Math.max(0.5, share * 100)}%`
  return bar
}

function drawStep({ sibling, hash, units, share }: ReportStep, at: number, last: number): HTMLElement {
  const name = at === 0 ? 'Your leaf' : at === last ? `${at}, root` : String(at)
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, name),
    make(
      'td',
      { 'data-label': 'Joined with' },
      ...(sibling
        ? [`${groupUnits(sibling.units)} on the ${sibling.side}`, make('code', {}, sibling.hash)]
        : ['the hash of nonce, symbol and units']),
    ),
    make('td', { 'data-label': 'Gives' }, groupUnits(units), drawBar(share), make('code', {}, hash)),
  )
}

function drawLeaf({ symbol, units, isCounted, text, steps }: LeafReport, at: number): HTMLElement {
  const fold = make(
    'details',
    { class: 'leaf', 'data-state': isCounted ? 'holds' : 'fails' },
    make(
      'summary',
      {},
      `${isCounted ? '✓' : '✗'} Part ${at + 1}: ${groupUnits(units)} units of ${symbol}`,
      ...(steps.length > 0 ? [make('small', {}, `${steps.length - 1} steps to the root`)] : []),
    ),
    make('p', {}, text),
  )
  if (steps.length > 0) {
    fold.append(
      make(
        'table',
        { class: 'steps' },
        make(
          'caption',
          {},
          `From the leaf to the root; the bar is the part of all units in issue of ${symbol}`,
        ),
        headRow('Step', 'Joined with', 'Gives'),
        make('tbody', {}, ...steps.map((step, place) => drawStep(step, place, steps.length - 1))),
      ),
    )
  }
  fold.open = !isCounted
  return fold
}

export function drawReport(report: ProofReport): HTMLElement {
  const { state, title, text, age, checks, leaves } = report
  return make(
    'section',
    { class: 'report' },
    drawVerdict(state, title, text, age),
    drawChecks(checks),
    ...(leaves.length > 0
      ? [
          make('h3', {}, leaves.length === 1 ? 'The leaf, step by step' : 'The leaves, step by step'),
          ...leaves.map(drawLeaf),
        ]
      : []),
  )
}
