import type { ReactNode } from 'react'

/** The width of the open item, where there is room beside the list. */
const columns = {
  32: 'xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]',
  34: 'xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]',
}

interface BesideItemProps {
  /** In rem. */
  width: keyof typeof columns
  list: ReactNode
  /** The open item; above the list where there is no room beside it, which then waits for the height of the item. */
  item: ReactNode
}

/** A list, and the item that is open beside it, which stays in view while the list is scrolled. */
export function BesideItem({ width, list, item }: BesideItemProps) {
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
