import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createToastStore, type Toast, type ToastStore } from './toast-store.ts'

/** The current toast of a section's store, cleared when the section is left. */
export function useToast({ $outcome, clear }: ToastStore): Toast | undefined {
  useEffect(() => clear, [clear])
  return useStore($outcome)
}

/** A success message that is cleared after five seconds by default: `const { notice, showSuccess } = useLocalToast()`. */
export function useLocalToast(milliseconds?: number) {
  const [store] = useState(() => createToastStore(milliseconds))
  return { notice: useToast(store), showSuccess: store.succeed, warn: store.warn, clear: store.clear }
}
