import { Link } from 'react-router'

/** Above the title of a detail page: a link to its list. */
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
