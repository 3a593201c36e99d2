import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createOutcome, type Outcome, type OutcomeStore } from './outcome.ts'

/** What a section's store tells; forgotten when the section is left. */
export function useOutcome({ $outcome, clear }: OutcomeStore): Outcome | undefined {
  useEffect(() => clear, [clear])
  return useStore($outcome)
}

/**
 * A message of success that clears by itself, after five seconds unless said otherwise:
 * `const { notice, tell } = useNotice()`.
 */
export function useNotice(milliseconds?: number) {
  const [store] = useState(() => createOutcome(milliseconds))
  return { notice: useOutcome(store), tell: store.succeed, warn: store.warn, clear: store.clear }
}
