import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { ContactDepartment } from '#contract/desk/departments'
import { $departments } from '#core/query/desk/departments'
import { getData } from '#core/query/remote'
import { DescriptionList } from '#site/investor/kit/DescriptionList.tsx'
import { useLatched } from '#site/ui/use-ever.ts'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

const link = 'text-accent-text underline underline-offset-4 wrap-anywhere'

/**
 * How to reach the investor department without a form; nothing if it has no contact details. `children` follow once its
 * height is known.
 */
export function InvestorContact({ children }: { children: ReactNode }) {
  const view = useStore($departments)
  const isKnown = useLatched(view.status !== 'loading')
  const desk = getData(view)?.find(({ department }) => department === 'investors')
  return (
    <>
      {(!isKnown || desk?.email) && (
        <Panel title="Investor support">
          <DescriptionList facts={factsOf(desk)} />
        </Panel>
      )}
      {isKnown && children}
    </>
  )
}

/** The known details of a department; a placeholder for each until loaded. */
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
