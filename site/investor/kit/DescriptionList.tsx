import type { ReactNode } from 'react'

/** Names with their values, one below the other, separated by rules. */
export function DescriptionList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="@container">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(min-content,max-content)_minmax(min-content,1fr)] items-baseline gap-x-6 border-line border-t px-[22px] py-2.5 text-[0.9375rem] first:border-t-0 max-sm:px-[min(1rem,5vw)] @max-[16rem]:block"
        >
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right wrap-anywhere @max-[16rem]:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
