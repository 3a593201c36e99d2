import { Skeleton } from '#ui/Skeleton'

/** A placeholder for a subscription while it loads. */
export function SubscriptionLoading() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <span className="visually-hidden">Loading the subscription</span>
      <div className="grid gap-5">
        <Skeleton className="h-44" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-80" />
    </div>
  )
}
