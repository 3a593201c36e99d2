/** References of subscriptions and of requests to support: `S-000062`. */
const REFERENCE = /\b([STCL]-\d{6,})\b/

/** A reference by itself, on one line. */
export function Reference({ of, className = '' }: { of: string; className?: string }) {
  return <span className={`num whitespace-nowrap ${className}`}>{of}</span>
}

/** A text whose references are never broken over two lines. */
export function WithReferences({ children }: { children: string }) {
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
