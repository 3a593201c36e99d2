import { Skeleton } from '#ui/Skeleton'

/** Shown while a page's file is loading; the same as the page's content before the area's script runs. */
export function PagePlaceholder() {
  return (
    <div className="wrap pt-6 pb-16" role="status">
      <span className="visually-hidden">Loading</span>
      <Skeleton className="h-8 max-w-72" />
    </div>
  )
}
