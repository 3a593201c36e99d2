import type { ReactNode } from 'react'

/** The width of the open item if there is room beside the list. */
const columns = {
  32: 'xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]',
  34: 'xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]',
}

interface BesideItemProps {
  /** In rem. */
  width: keyof typeof columns
  list: ReactNode
  /**
   * The open item. If there is no room beside the list, it is above it, and the list waits until the item's height is
   * known.
   */
  item: ReactNode
}

/** A list with the open item beside it; the item stays in view while the list scrolls. */
export function SplitView({ width, list, item }: BesideItemProps) {
  return (
    <div className={`grid grid-cols-1 gap-5 ${item ? columns[width] : ''}`}>
      <div className={`min-w-0 ${item ? 'max-xl:order-2 max-xl:has-[~*_[data-opening]]:invisible' : ''}`}>
        {list}
      </div>
      {item && (
        <div className="min-w-0 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:self-start xl:overflow-y-auto xl:overscroll-contain">
          {item}
        </div>
      )}
    </div>
  )
}
