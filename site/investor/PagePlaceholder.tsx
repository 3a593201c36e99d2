import { Skeleton } from '#ui/Skeleton'

/** Shown while a page's file is loading; the same as the page's content before the area's script runs. */
export function PagePlaceholder() {
  return (
    <div className="wrap py-[72px]" role="status">
      <span className="visually-hidden">Loading</span>
      <Skeleton className="h-12 max-w-96" />
    </div>
  )
}
