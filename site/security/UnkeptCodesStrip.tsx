import { Link } from 'react-router'

interface UnkeptCodesStripProps {
  /** The page of the area where new codes are made. */
  to: string
  className: string
}

/** Says that nobody has confirmed to have the recovery codes, and leads to where new ones are made. */
export const UnkeptCodesStrip = ({ to, className }: UnkeptCodesStripProps) => (
  <section aria-label="Recovery codes" className="border-line border-b bg-sunken">
    <p
      className={`flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug text-ink-2 ${className}`}
    >
      You have not said that you kept your recovery codes. Without them a lost device locks you out.
      <Link
        to={to}
        className="inline-flex min-h-6 items-center text-accent-text underline decoration-1 underline-offset-4"
      >
        Make new ones
      </Link>
    </p>
  </section>
)
