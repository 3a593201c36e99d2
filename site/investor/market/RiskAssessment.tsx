import { Panel } from '#ui/Panel'

const risks = [
  [
    'Regulatory Changes',
    'New rules on tokens, custody or mining may restrict what can be held, and by whom.',
  ],
  ['Market Volatility', 'Prices can fall quickly and remain low for long periods.'],
  ['Liquidity Risk', 'You may be unable to sell when you want or at an acceptable price.'],
] as const

const opportunities = [
  ['Institutional Adoption', 'Participation by funds and banks can deepen markets for tokenized assets.'],
  ['DeFi Growth', 'Lending and settlement on public ledgers can broaden the use of tokens.'],
  ['NFT Market', 'Unique tokens can represent individual lots, samples or certificates.'],
] as const

/** Fixed text, labeled as such. */
export function RiskAssessment() {
  return (
    <Panel
      title="Risk Assessment"
      note="Illustrative. General considerations, not derived from market data or specific to any token."
    >
      <Points title="Risks" points={risks} />
      <Points title="Opportunities" points={opportunities} />
    </Panel>
  )
}

/** A row of three beside their title, or stacked on a phone. */
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
