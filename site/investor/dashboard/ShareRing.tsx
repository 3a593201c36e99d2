/** Lengths along the ring are percentages of its circumference. */
const WHOLE = 100
const GAP = 0.7

interface Part {
  name: string
  /** Of the whole. */
  percent: number
  /** Class of its colour; the table beside the ring has the same as a swatch. */
  stroke: string
}

interface ShareRingProps {
  /** Largest first. */
  parts: readonly Part[]
  /** In pixels. */
  size: number
  /** A description of the drawing. */
  label: string
}

/** The parts of a whole as a ring, clockwise from the top. */
export function ShareRing({ parts, size, label }: ShareRingProps) {
  let begun = 0
  const gap = parts.length > 1 ? GAP : 0
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      className="mx-auto block max-w-full"
      role="img"
      aria-label={label}
    >
      {parts.map(({ name, percent, stroke }) => {
        const start = begun
        begun += percent
        return (
          <circle
            key={name}
            cx={50}
            cy={50}
            r={40}
            pathLength={WHOLE}
            className={`fill-none ${stroke}`}
            strokeWidth={15}
            strokeDasharray={`${Math.max(percent - gap, 0.3)} ${WHOLE}`}
            strokeDashoffset={-start}
            transform="rotate(-90 50 50)"
          />
        )
      })}
    </svg>
  )
}
