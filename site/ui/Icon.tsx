interface IconProps {
  /**
   * An icon from `icons/`. The icons are in small files so that a page loads only those it shows; the runtime of an
   * icon library alone weighs as much as an island.
   */
  path: string
  size?: number
  className?: string
}

/** A line icon beside text that carries the meaning; hidden from assistive technology. */
export function Icon({ path, size = 18, className = '' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`flex-none ${className}`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
