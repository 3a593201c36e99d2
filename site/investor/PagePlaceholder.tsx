import { Skeleton } from '#ui/Skeleton'

/** While a page's own file is on its way; the same as what stands in the page before the area's script runs. */
export function PagePlaceholder() {
  return (
    <div className="wrap py-[72px]" role="status">
      <span className="visually-hidden">Loading</span>
      <Skeleton className="h-12 max-w-96" />
    </div>
  )
}
