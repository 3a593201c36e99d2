export interface Coalesced {
  call(): void
  close(): void
}

/** Makes a function that calls `send` at once, and after that at most every `pauseMs`: calls in between become one. */
export function coalesce(send: () => void, pauseMs: number): Coalesced {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      isWaiting = false
      send()
      pause()
    }, pauseMs)
    timer.unref()
  }
  return {
    call() {
      if (timer) {
        isWaiting = true
        return
      }
      send()
      pause()
    },
    close() {
      clearTimeout(timer)
      isWaiting = false
    },
  }
}
