import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'
import { DepositsLoading } from './Deposits.tsx'

/** Rows drawn while the holdings are loading. */
const PLACES = ['a', 'b', 'c']

/** A placeholder for the tab while it loads. */
export function InvestmentsLoading() {
  return (
    <>
      <Panel title="Holdings">
        <ul aria-hidden="true">
          {PLACES.map((place) => (
            <li
              key={place}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-line border-t px-[22px] py-3 first:border-t-0 max-sm:px-4 md:grid-cols-[minmax(0,1fr)_8rem_8rem_8rem_8rem]"
            >
              <div>
                <Skeleton className="my-1 h-4 w-28" />
                <Skeleton className="mt-2 h-3.5 w-44 max-w-full" />
              </div>
              <Skeleton className="h-4 w-24 justify-self-end" />
              {['b', 'c', 'd'].map((column) => (
                <div key={column} className="max-md:hidden">
                  <Skeleton className="ml-auto h-4 w-24" />
                </div>
              ))}
            </li>
          ))}
        </ul>
      </Panel>
      <DepositsLoading />
    </>
  )
}
