import { Link } from 'react-router'

interface UnkeptCodesStripProps {
  /** The area's page for generating new codes. */
  to: string
  className: string
}

/** Says that no one has confirmed saving the recovery codes, and links to where new ones are generated. */
export const UnsavedRecoveryCodesBanner = ({ to, className }: UnkeptCodesStripProps) => (
  <section aria-label="Recovery codes" className="border-line border-b bg-sunken">
    <p
      className={`flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug text-ink-2 ${className}`}
    >
      You have not confirmed that you saved your recovery codes. Without them, losing your device could lock
      you out.
      <Link
        to={to}
        className="inline-flex min-h-6 items-center text-accent-text underline decoration-1 underline-offset-4"
      >
        Generate new codes
      </Link>
    </p>
  </section>
)
