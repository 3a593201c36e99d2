import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SectionPlaceholder } from '#site/admin/kit/layout/SectionPlaceholder.tsx'
import { parseUserId } from '#site/admin/kit/user-picker/investor-search.ts'
import { Users } from './Users.tsx'

const InvestorPage = lazy(async () => ({
  default: (await import('#site/admin/people/investor-page/InvestorPage.tsx')).InvestorPage,
}))

/** The investors, or the one named in `?user=`. */
export function UsersSection() {
  const [address] = useSearchParams()
  const id = parseUserId(address.get('user') ?? '')
  if (id === undefined) return <Users />
  return (
    <Suspense key={id} fallback={<SectionPlaceholder />}>
      <InvestorPage id={id} />
    </Suspense>
  )
}
