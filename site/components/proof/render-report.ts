/** Renders a verification report: the verdict, each check, and each leaf's path to the root. */
import { formatUnitsWithSeparators } from '#shared/proof/byte-encoding'
import type {
  CheckOutcome,
  CheckReportLine,
  LeafReport,
  ProofReport,
  ReportStep,
} from '#shared/proof/proof-report'
import { createElement } from './create-element.ts'

const stateWords = { holds: '✓ Passed', fails: '✗ Failed', open: '– Not checked' } as const

export function renderVerdict(state: CheckOutcome, title: string, text: string, age?: string): HTMLElement {
  const sign = { holds: '✓', fails: '✗', open: '–' }[state]
  return createElement(
    'div',
    { class: 'verdict', 'data-state': state },
    createElement('h2', {}, createElement('span', { 'aria-hidden': 'true' }, `${sign} `), title),
    createElement('p', {}, text),
    ...(age === undefined ? [] : [createElement('p', { class: 'age' }, age)]),
  )
}

const headRow = (...names: string[]) =>
  createElement(
    'thead',
    {},
    createElement('tr', {}, ...names.map((name) => createElement('th', { scope: 'col' }, name))),
  )

function drawChecks(checks: readonly CheckReportLine[]): HTMLElement {
  const rows = checks.map(({ name, state, text }) =>
    createElement(
      'tr',
      { 'data-state': state },
      createElement('th', { scope: 'row' }, name),
      createElement('td', { class: 'state' }, stateWords[state]),
      createElement('td', {}, text),
    ),
  )
  return createElement(
    'table',
    { class: 'checks' },
    createElement('caption', {}, 'Checks'),
    headRow('Check', 'Result', 'What was compared'),
    createElement('tbody', {}, ...rows),
  )
}

function drawBar(share: number): HTMLElement {
  const bar = createElement('span', { class: 'bar', 'aria-hidden': 'true' }, createElement('span'))
  // Always visible, because a holding is often a small part of all units.
  ;(bar.firstElementChild as HTMLElement).style.width = `${Math.max(0.5, share * 100)}%`
  return bar
}

function drawStep({ sibling, hash, units, share }: ReportStep, at: number, last: number): HTMLElement {
  const name = at === 0 ? 'Your leaf' : at === last ? `${at}, root` : String(at)
  return createElement(
    'tr',
    {},
    createElement('th', { scope: 'row' }, name),
    createElement(
      'td',
      { 'data-label': 'Combined with' },
      ...(sibling
        ? [
            `${formatUnitsWithSeparators(sibling.units)} on the ${sibling.side}`,
            createElement('code', {}, sibling.hash),
          ]
        : ['hash of nonce, symbol and units']),
    ),
    createElement(
      'td',
      { 'data-label': 'Result' },
      formatUnitsWithSeparators(units),
      drawBar(share),
      createElement('code', {}, hash),
    ),
  )
}

function drawLeaf({ symbol, units, isCounted, text, steps }: LeafReport, at: number): HTMLElement {
  const fold = createElement(
    'details',
    { class: 'leaf', 'data-state': isCounted ? 'holds' : 'fails' },
    createElement(
      'summary',
      {},
      `${isCounted ? '✓' : '✗'} Part ${at + 1}: ${formatUnitsWithSeparators(units)} units of ${symbol}`,
      ...(steps.length > 0 ? [createElement('small', {}, `${steps.length - 1} steps to the root`)] : []),
    ),
    createElement('p', {}, text),
  )
  if (steps.length > 0) {
    fold.append(
      createElement(
        'table',
        { class: 'steps' },
        createElement(
          'caption',
          {},
          `From leaf to root; the bar shows the share of all ${symbol} units in issue`,
        ),
        headRow('Step', 'Combined with', 'Result'),
        createElement('tbody', {}, ...steps.map((step, place) => drawStep(step, place, steps.length - 1))),
      ),
    )
  }
  fold.open = !isCounted
  return fold
}

export function renderProofReport(report: ProofReport): HTMLElement {
  const { state, title, text, age, checks, leaves } = report
  return createElement(
    'section',
    { class: 'report' },
    renderVerdict(state, title, text, age),
    drawChecks(checks),
    ...(leaves.length > 0
      ? [
          createElement(
            'h3',
            {},
            leaves.length === 1 ? 'The leaf, step by step' : 'The leaves, step by step',
          ),
          ...leaves.map(drawLeaf),
        ]
      : []),
  )
}
