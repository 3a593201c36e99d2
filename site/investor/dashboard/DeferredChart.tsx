import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Chart, ChartPlace } from '#ui/Chart'

/** Milliseconds an idle moment is waited for, on browsers that know none and on busy ones. */
const PATIENCE_MS = 1_500

/** Runs `work` when the browser has nothing better to do; gives what takes it back. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(work, { timeout: PATIENCE_MS })
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(work, PATIENCE_MS)
  return () => clearTimeout(timer)
}

/** True from the moment the element has come into view and the browser has come to rest. */
function useSeen() {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return
    let cancel = () => {}
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      cancel = whenIdle(() => setSeen(true))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [seen])
  return { place, seen }
}

/** A chart whose library, twice the weight of the dashboard, is loaded after the figures and only where it is looked at. */
export function DeferredChart(props: ComponentProps<typeof Chart>) {
  const { place, seen } = useSeen()
  // What was drawn for a wider window does not widen a narrower one until it is drawn again.
  return (
    <div ref={place} className="min-w-0 overflow-x-clip">
      {seen ? <Chart {...props} /> : <ChartPlace height={props.height ?? 320} />}
    </div>
  )
}
