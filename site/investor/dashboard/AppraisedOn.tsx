import { useStore } from '@nanostores/react'
import { $holdings } from '#core/query/holdings'
import { dataOf } from '#core/query/remote'
import { SiteDate } from '#site/investor/SiteDate.tsx'

/** That a value is an appraisal, and of which days: the valuations of the series are not of one day. */
export function AppraisedOn() {
  const days = (dataOf(useStore($holdings))?.holdings ?? []).flatMap(({ as_of }) => as_of ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'an appraisal, not a price of a market'
  return (
    <>
      an appraisal of <SiteDate instant={first} />
      {last !== first && (
        <>
          {' '}
          to <SiteDate instant={last} />
        </>
      )}
    </>
  )
}
