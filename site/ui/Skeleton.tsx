/** Placeholder for content that is loading. Give it the size of that content. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span className={`skeleton block max-w-full noscript:hidden ${className}`} aria-hidden="true" />
}
