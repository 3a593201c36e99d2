import { useLayoutEffect, useState } from 'react'

export interface PasskeyPrompt {
  /** Starts a browser prompt, ending the previous one; returns the signal that ends it. */
  begin: () => AbortSignal
  end: () => void
}

/** A browser passkey prompt, which must not outlive the component that opens it. */
export function usePasskeyPrompt(): PasskeyPrompt {
  const [prompt] = useState<PasskeyPrompt>(() => {
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
