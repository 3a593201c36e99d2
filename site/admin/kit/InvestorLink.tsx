import { Link } from 'react-router'
import { Email } from '#ui/Email'
import { getInvestorLocation } from './investor-location.ts'

/** An investor on two lines: the name, which links to the investor page, and the email below it. */
export function InvestorLink({ id, name, email }: { id: number; name: string; email: string }) {
  return (
    <>
      <Link className="block wrap-anywhere" to={{ search: getInvestorLocation(id) }}>
        {name}
      </Link>
      <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
        <Email address={email} />
      </span>
    </>
  )
}
