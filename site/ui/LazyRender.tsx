import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'

/** Milliseconds after which the part is drawn even if the browser is never idle. */
const timeout = 4_000

interface NearScreenProps<Props> {
  part: {
    read: () => Promise<ComponentType<Props>>
    Loaded?: ComponentType<Props>
  }
  /** Drawn in place of the part until then. */
  placeholder: ReactNode
  props: Props
}

/**
 * Loads and draws a part once its position nears the viewport or the browser is idle, and immediately if it was loaded
 * before. A page printed without scrolling is therefore complete, and parts still loading are named on paper.
 */
export function LazyRender<Props extends object>({ part, placeholder, props }: NearScreenProps<Props>) {
  const frame = useRef<HTMLDivElement>(null)
  const [Drawn, setDrawn] = useState(() => part.Loaded)
  useEffect(() => {
    const load = async () => {
      try {
        part.Loaded = await part.read()
        setDrawn(() => part.Loaded)
      } catch (error) {
        // Thrown while rendering so that the error boundary shows it.
        setDrawn(() => {
          throw error
        })
      }
    }
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load(), {
      rootMargin: '200px',
    })
    if (frame.current) observer.observe(frame.current)
    // Safari does not support idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout })
    else setTimeout(load, timeout)
    return () => observer.disconnect()
  }, [part])
  return Drawn ? (
    <Drawn {...props} />
  ) : (
    <div ref={frame} className="late-place">
      {placeholder}
    </div>
  )
}
