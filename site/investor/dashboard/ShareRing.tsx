import { useId } from 'react'
import { type Hatch, hatchColor } from '#shared/category-hatch'

/** Lengths along the ring are percentages of its circumference. */
const WHOLE = 100
const GAP = 0.7
/** Turns the ring, so that its first part begins at the top. */
const TURN = -90

interface Part {
  name: string
  /** Of the whole. */
  percent: number
  /** The table beside the ring has the same as a swatch. */
  hatch: Hatch
}

interface ShareRingProps {
  /** Largest first. */
  parts: readonly Part[]
  /** In pixels. */
  size: number
  /** A description of the drawing. */
  label: string
}

/** The parts of a whole as a hatched ring, clockwise from the top. */
export function ShareRing({ parts, size, label }: ShareRingProps) {
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

/** Lines on a lighter ground of the same colour. They are turned back by what the ring is turned. */
function HatchPattern({ id, hatch }: { id: string; hatch: Hatch }) {
  const color = hatchColor(hatch)
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
