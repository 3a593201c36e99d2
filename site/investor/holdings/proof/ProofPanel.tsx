import { useState } from 'react'
import { ApiError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { saveFile } from '#core/api/save-file'
import { fetchInvestorProof, type InvestorProof } from '#core/proof/investor-proof'
import type { HoldingDetails } from '#core/query/holdings/holdings'
import { getToday, toDay } from '#shared/calculations/calendar'
import type { ProofReport } from '#shared/proof/proof-report'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { ProofPath } from './ProofPath.tsx'
import { getUnitsAt } from './units-at-time.ts'

type State =
  | { name: 'idle' }
  | { name: 'busy'; step: string }
  | { name: 'failed'; message: string }
  /** The units are in no snapshot yet. */
  | { name: 'waiting'; message: string }
  | { name: 'done'; proof: InvestorProof; report: ProofReport }

const NO_ED25519 =
  'This browser does not support Ed25519 signatures. Save proof and verify it in an up-to-date browser or on the command line.'

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotSupportedError'

interface ProofPanelProps {
  symbol: string
  entries: HoldingDetails['entries']
}

/** Verifies in the browser that a holding's units are included in the signed total of its series. */
export function ProofPanel({ symbol, entries }: ProofPanelProps) {
  const [state, setState] = useState<State>({ name: 'idle' })

  const verify = async () => {
    setState({ name: 'busy', step: 'Retrieving your proof...' })
    try {
      const [proof, { createProofReport }, { compareWithRegister }, { describeUncounted }] =
        await Promise.all([
          fetchInvestorProof(),
          import('#shared/proof/proof-report'),
          import('#shared/proof/compare-with-register'),
          import('#shared/proof/uncounted-units'),
        ])
      setState({ name: 'busy', step: 'Verifying each step...' })
      const { file, known } = proof
      const units = getUnitsAt(entries, file.snapshot.date)
      // It includes units of other series; this series' units came later.
      if (Number(units) === 0 && !file.leaves.some((leaf) => leaf.symbol === symbol)) {
        const isHolder = Number(entries[0]?.balance) > 0
        const newest = { snapshot: toDay(Date.parse(file.snapshot.date)), today: getToday(), isHolder }
        setState({ name: 'waiting', message: describeUncounted(newest) })
        return
      }
      const report = await createProofReport(file, {
        ...known,
        symbol,
        compareUnits:
          units === undefined ? undefined : (leaves) => compareWithRegister(symbol, units, leaves),
      })
      setState({ name: 'done', proof, report })
    } catch (error) {
      const message = isUnsupported(error)
        ? NO_ED25519
        : getServerErrorMessage(error, 'The proof could not be verified. Please try again.')
      const isEarly = error instanceof ApiError && error.code === 'not_found'
      setState(isEarly ? { name: 'waiting', message } : { name: 'failed', message })
    }
  }

  return (
    <Panel
      title="Proof of your units"
      note={
        <>
          Register totals are signed and published every day. Your browser can verify independently that your
          units are included. <a href="/proof">How it works</a>
        </>
      }
      aside={
        <Button
          look={state.name === 'done' ? 'quiet' : 'primary'}
          small
          onClick={() => void verify()}
          busy={state.name === 'busy' && state.step}
          className="print:hidden"
        >
          {state.name === 'done' ? 'Verify again' : 'Verify that my units are counted'}
        </Button>
      }
    >
      <div role="status">
        {state.name === 'done' && <Verdict report={state.report} />}
        {(state.name === 'failed' || state.name === 'waiting') && (
          <p
            className={`px-[22px] py-4 text-[0.9375rem] max-sm:px-4 ${state.name === 'failed' ? 'text-loss' : 'text-ink-2'}`}
          >
            {state.message}
          </p>
        )}
      </div>
      {state.name === 'done' && <Details report={state.report} proof={state.proof} />}
    </Panel>
  )
}

const verdicts = {
  holds: { sign: '✓ ', border: 'border-gain', tone: 'text-gain' },
  fails: { sign: '✗ ', border: 'border-loss', tone: 'text-loss' },
  open: { sign: '– ', border: 'border-warn', tone: 'text-warn' },
} as const

function Verdict({ report: { state, title, text, age } }: { report: ProofReport }) {
  const { sign, border, tone } = verdicts[state]
  return (
    <div className={`border-l-4 px-[22px] py-4 max-sm:px-4 ${border}`}>
      <p className={`font-medium font-serif text-[1.25rem] ${tone}`}>
        <span aria-hidden="true">{sign}</span>
        {title}
      </p>
      <p className="mt-1 max-w-[80ch] text-[0.9375rem] wrap-anywhere">{text}</p>
      <p className="mt-1 text-[0.8125rem] text-ink-2">{age}</p>
    </div>
  )
}

const states = {
  holds: { words: '✓ Passed', tone: 'text-gain' },
  fails: { words: '✗ Failed', tone: 'text-loss' },
  open: { words: '– Not checked', tone: 'text-ink-3' },
} as const

function Details({ report, proof }: { report: ProofReport; proof: InvestorProof }) {
  const { id } = proof.file.snapshot
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(proof.file, null, 2)], { type: 'application/json' }),
      `lodefield-proof-${id}.json`,
    )
  return (
    <>
      <dl className="@container border-line border-t text-[0.875rem]" aria-label="Checks">
        {report.checks.map(({ name, state, text }) => (
          <div
            key={`${name} ${text}`}
            className="grid grid-cols-[11rem_6rem_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4 @max-[42rem]:grid-cols-[minmax(0,1fr)_auto]"
          >
            <dt className="font-medium">{name}</dt>
            <dd className={states[state].tone}>{states[state].words}</dd>
            <dd className="text-ink-2 wrap-anywhere @max-[42rem]:col-span-2">{text}</dd>
          </div>
        ))}
      </dl>
      {report.leaves.map((leaf, at) => (
        <ProofPath key={leaf.steps[0]?.hash ?? at} leaf={leaf} number={at + 1} />
      ))}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-t px-[22px] py-4 text-[0.875rem] max-sm:px-4 print:hidden">
        <Button look="quiet" small onClick={save}>
          Save proof
        </Button>
        <a className="text-accent-text underline decoration-1 underline-offset-4" href={`/proof/${id}`}>
          Snapshot {id}
        </a>
        <a className="text-accent-text underline decoration-1 underline-offset-4" href="/proof/verify">
          Verify a saved proof
        </a>
        <span className="text-ink-3">
          The file contains all your holdings, your account number and the secret values used in the proof.
          Share it only with people entitled to this information.
        </span>
      </p>
    </>
  )
}
