import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { ContactDepartment } from '#contract/departments'
import { $departments } from '#core/query/departments'
import { dataOf } from '#core/query/remote'
import { FactList } from '#site/investor/FactList.tsx'
import { useEver } from '#site/ui/use-ever.ts'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

const link = 'text-accent-text underline underline-offset-4 wrap-anywhere'

/**
 * How to reach the department of investors without a form; nothing where it has no address. `children` follow once its
 * height is known.
 */
export function Desk({ children }: { children: ReactNode }) {
  const view = useStore($departments)
  const isKnown = useEver(view.status !== 'loading')
  const desk = dataOf(view)?.find(({ department }) => department === 'investors')
  return (
    <>
      {(!isKnown || desk?.email) && (
        <Panel title="Investor desk">
          <FactList facts={factsOf(desk)} />
        </Panel>
      )}
      {isKnown && children}
    </>
  )
}

/** What is known of a department; a placeholder for each fact until it is loaded. */
function factsOf(desk: ContactDepartment | undefined): (readonly [name: string, value: ReactNode])[] {
  if (!desk)
    return ['Email', 'Phone', 'Hours'].map((name) => [
      name,
      <Skeleton key={name} className="inline-block h-[1lh] w-32 align-top" />,
    ])
  const { email, phone, hours } = desk
  return [
    [
      'Email',
      <a key="email" className={`${link} text-[min(1em,5vw)]`} href={`mailto:${email}`}>
        {email}
      </a>,
    ],
    ...(phone
      ? [
          [
            'Phone',
            <a key="phone" className={link} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>,
          ] as const,
        ]
      : []),
    ...(hours ? [['Hours', hours] as const] : []),
  ]
}
