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
      <Points title="Risks" points={risks} />
      <Points title="Opportunities" points={opportunities} />
    </Panel>
  )
}

/** A row of three beside their title; below each other on a phone. */
function Points({ title, points }: { title: string; points: readonly (readonly [string, string])[] }) {
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-2 border-line border-t px-[22px] py-4 first-of-type:border-t-0 max-sm:px-4 lg:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="kicker lg:mt-1">{title}</h3>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2.5 text-[0.875rem] leading-snug sm:grid-cols-3">
        {points.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="mt-0.5 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
