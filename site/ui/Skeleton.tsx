/** A place held for what is being loaded. Give it the size of what will stand there. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span className={`skeleton block noscript:hidden ${className}`} aria-hidden="true" />
}
