import { useEffect, useState } from 'react'

/** Milliseconds after which what lasts is shown. */
const LASTING_MS = 150

/** Whether something has been so for a moment: what is over sooner would only flicker. */
export function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), LASTING_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && isLasting
}
