interface IconProps {
  /**
   * A drawing of `icons/`. They stand in small files, so that a page carries those it shows: the runtime
   * of an icon library alone weighs as much as an island.
   */
  of: string
  size?: number
  className?: string
}

/** A line drawing beside words. It says nothing of its own: the words do. */
export function Icon({ of: path, size = 18, className = '' }: IconProps) {
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
