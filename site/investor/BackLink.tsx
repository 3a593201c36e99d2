import { Link } from 'react-router'

/** Above the title of a page about one thing: the list that it is in. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mb-3 text-[0.875rem] print:hidden">
      <Link className="text-accent-text underline decoration-1 underline-offset-4" to={to}>
        <span aria-hidden="true">← </span>
        {children}
      </Link>
    </p>
  )
}
