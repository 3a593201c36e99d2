import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SectionPlaceholder } from '#site/admin/layout/SectionPlaceholder.tsx'
import { readUserId } from '#site/admin/user-picker/user-search.ts'
import { Users } from './Users.tsx'

const InvestorPage = lazy(async () => ({
  default: (await import('#site/admin/investor/InvestorPage.tsx')).InvestorPage,
}))

/** The investors, or the one that `?user=` names. */
export function UserSection() {
  const [address] = useSearchParams()
  const id = readUserId(address.get('user') ?? '')
  if (id === undefined) return <Users />
  return (
    <Suspense key={id} fallback={<SectionPlaceholder />}>
      <InvestorPage id={id} />
    </Suspense>
  )
}
