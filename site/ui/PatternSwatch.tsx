import { drawPattern, getPatternColor, type Pattern, swatchSize } from '#shared/category-hatch'

const { width, height } = swatchSize

/** The legend key of a category's hatch pattern, beside its name. */
export function PatternSwatch({ hatch }: { hatch: Pattern }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="flex-none"
      fill="none"
      stroke={getPatternColor(hatch)}
      data-hatch={hatch.color}
      aria-hidden="true"
    >
      <path d={drawPattern(hatch)} />
      <rect x={0.5} y={0.5} width={width - 1} height={height - 1} />
    </svg>
  )
}
