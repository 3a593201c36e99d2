import { useId } from 'react'
import { getPatternColor, type Pattern } from '#shared/category-hatch'

/** Lengths along the ring are percentages of its circumference. */
const WHOLE = 100
const GAP = 0.7
/** Rotates the ring so that its first part begins at the top. */
const TURN = -90

interface Part {
  name: string
  /** Percent of the whole. */
  percent: number
  /** Also used for the swatch in the table beside the ring. */
  hatch: Pattern
}

interface ShareRingProps {
  /** Largest first. */
  parts: readonly Part[]
  /** In pixels. */
  size: number
  /** A description of the drawing. */
  label: string
}

/** Parts of a whole as a hatched ring, clockwise from the top. */
export function AllocationRing({ parts, size, label }: ShareRingProps) {
  const id = useId()
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
      {parts.map(({ name, hatch }, at) => (
        <HatchPattern key={name} id={`${id}${at}`} hatch={hatch} />
      ))}
      {parts.map(({ name, percent }, at) => {
        const start = begun
        begun += percent
        return (
          <circle
            key={name}
            cx={50}
            cy={50}
            r={40}
            pathLength={WHOLE}
            fill="none"
            stroke={`url(#${id}${at})`}
            strokeWidth={17}
            strokeDasharray={`${Math.max(percent - gap, 0.3)} ${WHOLE}`}
            strokeDashoffset={-start}
            transform={`rotate(${TURN} 50 50)`}
          />
        )
      })}
    </svg>
  )
}

/** Lines on a lighter background of the same color, counter-rotated against the ring. */
function HatchPattern({ id, hatch }: { id: string; hatch: Pattern }) {
  const color = getPatternColor(hatch)
  const spacing = hatch.spacing * 0.75
  return (
    <pattern
      id={id}
      width={spacing}
      height={spacing}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${-hatch.angle - TURN} 50 50)`}
    >
      <rect width={spacing} height={spacing} fill={color} fillOpacity={0.28} />
      <rect width={spacing} height={1.1} fill={color} />
    </pattern>
  )
}
