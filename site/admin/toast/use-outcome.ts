import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createToastStore, type OutcomeStore, type Toast } from './outcome.ts'

/** What a section's store tells; forgotten when the section is left. */
export function useToast({ $outcome, clear }: OutcomeStore): Toast | undefined {
  useEffect(() => clear, [clear])
  return useStore($outcome)
}

/**
 * A message of success that clears by itself, after five seconds unless said otherwise:
 * `const { notice, tell } = useLocalToast()`.
 */
export function useLocalToast(milliseconds?: number) {
  const [store] = useState(() => createToastStore(milliseconds))
  return { notice: useToast(store), tell: store.succeed, warn: store.warn, clear: store.clear }
}
