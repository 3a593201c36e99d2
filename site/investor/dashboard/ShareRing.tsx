/** In the order of the shares; the table beside the ring has the same as swatches. */
const strokes = ['stroke-primary', 'stroke-info', 'stroke-gain', 'stroke-warn', 'stroke-ink-3']

/** The ring is measured in percent of its own way round. */
const WHOLE = 100
const GAP = 0.7

interface ShareRingProps {
  /** Percent of the whole, largest first, five at most. */
  shares: readonly number[]
  /** In pixels. */
  size: number
  /** What it shows, in a sentence. */
  label: string
}

/** A whole in its parts, clockwise from the top. */
export function ShareRing({ shares, size, label }: ShareRingProps) {
  let begun = 0
  const gap = shares.length > 1 ? GAP : 0
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      className="mx-auto block max-w-full"
      role="img"
      aria-label={label}
    >
      {shares.map((share, at) => {
        const start = begun
        begun += share
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the ring
            key={at}
            cx={50}
            cy={50}
            r={40}
            pathLength={WHOLE}
            className={`fill-none ${strokes[at]}`}
            strokeWidth={15}
            strokeDasharray={`${Math.max(share - gap, 0.3)} ${WHOLE}`}
            strokeDashoffset={-start}
            transform="rotate(-90 50 50)"
          />
        )
      })}
    </svg>
  )
}
