import { useState } from 'react'
import { explainRejection } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
import { saveFile } from '#core/api/save-file'
import { fetchOwnProof, type OwnProof } from '#core/proof/own-proof'
import type { HoldingDetails } from '#core/query/holdings'
import { dayOf, today } from '#shared/asset/calendar'
import type { ProofReport } from '#shared/proof/report'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { ProofLeaf } from './ProofLeaf.tsx'
import { unitsAt } from './units-at.ts'

type State =
  | { name: 'idle' }
  | { name: 'busy'; step: string }
  | { name: 'failed'; message: string }
  /** The units are in no snapshot yet. */
  | { name: 'waiting'; message: string }
  | { name: 'done'; proof: OwnProof; report: ProofReport }

const NO_ED25519 =
  'This browser has no Ed25519 to check the signature with. Save the proof and check it in a current browser or in the terminal.'

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotSupportedError'

interface ProofPanelProps {
  symbol: string
  entries: HoldingDetails['entries']
}

/** Recomputes in the browser that the units of a holding are part of the signed total of its series. */
export function ProofPanel({ symbol, entries }: ProofPanelProps) {
  const [state, setState] = useState<State>({ name: 'idle' })

  const verify = async () => {
    setState({ name: 'busy', step: 'Fetching your proof ...' })
    try {
      const [proof, { describeProof }, { compareUnits }, { explainNotCounted }] = await Promise.all([
        fetchOwnProof(),
        import('#shared/proof/report'),
        import('#shared/proof/own-units'),
        import('#shared/proof/not-counted'),
      ])
      setState({ name: 'busy', step: 'Recomputing each step ...' })
      const { file, known } = proof
      const units = unitsAt(entries, file.snapshot.date)
      // Units of other series are in it; those of this one came later.
      if (Number(units) === 0 && !file.leaves.some((leaf) => leaf.symbol === symbol)) {
        const isHolder = Number(entries[0]?.balance) > 0
        const newest = { snapshot: dayOf(Date.parse(file.snapshot.date)), today: today(), isHolder }
        setState({ name: 'waiting', message: explainNotCounted(newest) })
        return
      }
      const report = await describeProof(file, {
        ...known,
        symbol,
        compareUnits: units === undefined ? undefined : (leaves) => compareUnits(symbol, units, leaves),
      })
      setState({ name: 'done', proof, report })
    } catch (error) {
      const message = isUnsupported(error)
        ? NO_ED25519
        : explainRejection(error, 'The proof could not be checked. Please try again.')
      const isEarly = error instanceof RejectedCall && error.code === 'not_found'
      setState(isEarly ? { name: 'waiting', message } : { name: 'failed', message })
    }
  }

  return (
    <Panel
      title="Proof of your units"
      note={
        <>
          Each day the registers are summed up, signed and published. Your browser recomputes that your units
          are in the sum. <a href="/proof">How it works</a>
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
  holds: { words: '✓ Holds', tone: 'text-gain' },
  fails: { words: '✗ Fails', tone: 'text-loss' },
  open: { words: '– Open', tone: 'text-ink-3' },
} as const

function Details({ report, proof }: { report: ProofReport; proof: OwnProof }) {
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
        <ProofLeaf key={leaf.steps[0]?.hash ?? at} leaf={leaf} number={at + 1} />
      ))}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-t px-[22px] py-4 text-[0.875rem] max-sm:px-4 print:hidden">
        <Button look="quiet" small onClick={save}>
          Save the proof
        </Button>
        <a className="text-accent-text underline decoration-1 underline-offset-4" href={`/proof/${id}`}>
          Snapshot {id}
        </a>
        <a className="text-accent-text underline decoration-1 underline-offset-4" href="/proof/verify">
          Verify a saved proof
        </a>
        <span className="text-ink-3">
          The file has all your holdings: it names your account, your units and their secret numbers. Give it
          only to people who may know them.
        </span>
      </p>
    </>
  )
}
