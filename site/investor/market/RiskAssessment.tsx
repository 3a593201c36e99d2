import { Panel } from '#ui/Panel'

const risks = [
  ['Regulatory Changes', 'New rules on tokens, custody or mining can change what may be held and by whom.'],
  ['Market Volatility', 'Prices can fall quickly and stay low for longer than planned.'],
  ['Liquidity Risk', 'A buyer may not be found at the time or at the price that is wanted.'],
] as const

const opportunities = [
  ['Institutional Adoption', 'Funds and banks that hold tokenized assets bring depth to their markets.'],
  ['DeFi Growth', 'Lending and settlement on public ledgers can widen the uses of a token.'],
  ['NFT Market', 'Unique tokens can stand for single lots, samples or certificates.'],
] as const

/** Fixed text, labelled as such. */
export function RiskAssessment() {
  return (
    <Panel
      title="Risk Assessment"
      note="Illustrative: general points that are not computed from market data and not about any one token."
    >
      <div className="grid grid-cols-1 overflow-hidden md:grid-cols-2">
        <Points title="Risks" points={risks} />
        <Points title="Opportunities" points={opportunities} />
      </div>
    </Panel>
  )
}

function Points({ title, points }: { title: string; points: readonly (readonly [string, string])[] }) {
  return (
    <div className="-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-5 max-sm:px-4">
      <h3 className="kicker">{title}</h3>
      <dl className="mt-3 grid gap-3">
        {points.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-[0.9375rem] text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
