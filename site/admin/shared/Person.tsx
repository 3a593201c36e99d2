import { Link } from 'react-router'
import { Email } from '#ui/Email'
import { investorLocation } from './investor.ts'

/** An investor in two lines: the name, which leads to everything about the investor, and the email below it. */
export function Person({ id, name, email }: { id: number; name: string; email: string }) {
  return (
    <>
      <Link className="block wrap-anywhere" to={{ search: investorLocation(id) }}>
        {name}
      </Link>
      <span className="block text-[0.875rem] leading-snug font-normal text-ink-2">
        <Email of={email} />
      </span>
    </>
  )
}
