import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below or above the window content counts as near. */
const MARGIN = '200px'
/** Milliseconds until it is drawn anyway: whoever prints a page prints all of it, and paper waits for no script. */
const PATIENCE = 4_000

interface NearScreenProps {
  /** Drawn in place of the content until then. */
  place: ReactNode
  children: ReactNode
}

/** Draws its content once it has come near the window, or a while after the rest: its code is not loaded before. */
export function NearScreen({ place, children }: NearScreenProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    if (frame.current) observer.observe(frame.current)
    const timer = setTimeout(setNear, PATIENCE, true)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return isNear ? children : <div ref={frame}>{place}</div>
}
