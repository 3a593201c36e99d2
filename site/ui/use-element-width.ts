import { useEffect, useRef, useState } from 'react'

/** Tracks the width of an element, in pixels. */
export function useElementWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}
