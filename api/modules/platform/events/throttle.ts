export interface ThrottledFunction {
  call(): void
  close(): void
}

/**
 * Creates a function that calls `send` immediately, and after that at most every `pauseMs`: calls in between are merged
 * into one.
 */
export function throttle(send: () => void, pauseMs: number): ThrottledFunction {
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
