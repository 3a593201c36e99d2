import type { ReactNode } from 'react'

interface FactLineProps {
  /** Each with its label; false if unknown. */
  facts: readonly (readonly [label: string, value: ReactNode] | false)[]
}

/** A few facts on one line, or stacked if there is no room. */
export function InlineFacts({ facts }: FactLineProps) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem]">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="flex flex-wrap gap-x-1.5">
              <dt className="text-ink-3">{fact[0]}</dt>
              <dd className="text-ink-2">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
