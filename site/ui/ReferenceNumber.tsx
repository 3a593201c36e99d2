/** References of subscriptions and support requests: `S-000062`. */
const REFERENCE = /\b([STCL]-\d{6,})\b/

/** A reference that is kept on one line. */
export function ReferenceNumber({ reference, className = '' }: { reference: string; className?: string }) {
  return <span className={`num whitespace-nowrap ${className}`}>{reference}</span>
}

/** Text in which references never break across lines. */
export function NonBreakingReferences({ children }: { children: string }) {
  return children.split(REFERENCE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
