import { useStore } from '@nanostores/react'
import { $departments } from '#core/query/departments'
import { dataOf } from '#core/query/remote'
import { FactList } from '#site/investor/FactList.tsx'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

const link = 'text-accent-text underline underline-offset-4 wrap-anywhere'

/** How to reach the department of investors without a form; nothing where it has no address. */
export function Desk() {
  const view = useStore($departments)
  const desk = dataOf(view)?.find(({ department }) => department === 'investors')
  if (view.status !== 'loading' && !desk?.email) return null
  return (
    <Panel title="Investor desk">
      {desk ? (
        <FactList
          facts={[
            [
              'Email',
              <a key="email" className={`${link} text-[min(1em,5vw)]`} href={`mailto:${desk.email}`}>
                {desk.email}
              </a>,
            ],
            ...(desk.phone
              ? [
                  [
                    'Phone',
                    <a key="phone" className={link} href={`tel:${desk.phone.replace(/[^+\d]/g, '')}`}>
                      {desk.phone}
                    </a>,
                  ] as const,
                ]
              : []),
            ...(desk.hours ? [['Hours', desk.hours] as const] : []),
          ]}
        />
      ) : (
        <div className="px-[22px] py-4 max-sm:px-4">
          <Skeleton className="h-24" />
        </div>
      )}
    </Panel>
  )
}
