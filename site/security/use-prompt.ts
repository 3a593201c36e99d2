import { useLayoutEffect, useState } from 'react'

export interface Prompt {
  /** Begins a prompt of the browser, which ends the one before; returns the signal that ends it. */
  begin: () => AbortSignal
  end: () => void
}

/** A prompt of the browser for a passkey: it must not outlive the component that opens it. */
export function usePrompt(): Prompt {
  const [prompt] = useState<Prompt>(() => {
    let running: AbortController | undefined
    const end = () => running?.abort()
    const begin = () => {
      end()
      running = new AbortController()
      return running.signal
    }
    return { begin, end }
  })
  // Before the next prompt can open, which an ordinary effect would end.
  useLayoutEffect(() => prompt.end, [prompt])
  return prompt
}
