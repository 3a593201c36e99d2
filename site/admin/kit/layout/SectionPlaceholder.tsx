import { Skeleton } from '#ui/Skeleton'

/** Shown while a section's file is loading. */
export function SectionPlaceholder() {
  return (
    <div role="status" className="p-6 max-sm:p-4">
      <span className="visually-hidden">Loading</span>
      <Skeleton className="h-12 max-w-96" />
      <Skeleton className="mt-4 h-5 max-w-64" />
    </div>
  )
}
