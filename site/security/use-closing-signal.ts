import { useLayoutEffect, useState } from 'react'

/** Aborted when the component goes: a prompt of the browser that it opened must not outlive it. */
export function useClosingSignal(): AbortSignal {
  const [controller] = useState(() => new AbortController())
  // Before the next prompt can open, which an ordinary effect would end.
  useLayoutEffect(() => () => controller.abort(), [controller])
  return controller.signal
}
