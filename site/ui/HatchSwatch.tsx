import { drawHatch, type Hatch, hatchColor, swatchSize } from '#shared/category-hatch'

const { width, height } = swatchSize

/** The key of a category's hatch beside its name. */
export function HatchSwatch({ hatch }: { hatch: Hatch }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="flex-none"
      fill="none"
      stroke={hatchColor(hatch)}
      data-hatch={hatch.color}
      aria-hidden="true"
    >
      <path d={drawHatch(hatch)} />
      <rect x={0.5} y={0.5} width={width - 1} height={height - 1} />
    </svg>
  )
}
