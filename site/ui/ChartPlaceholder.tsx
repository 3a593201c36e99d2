import { Skeleton } from './Skeleton.tsx'

/**
 * Placeholder of a chart. An SVG reserves the height without a style attribute, which the site's CSP forbids in HTML.
 */
export function ChartPlaceholder({ height }: { height: number }) {
  return (
    <div className="relative">
      <svg width="1" height={height} className="block" aria-hidden="true" />
      <Skeleton className="absolute inset-0" />
    </div>
  )
}
