import { useMemo } from 'react'
import type { FormStatus } from '#core/form/form'

/**
 * Whether a failed form's message is shown at one of its fields, and so is not repeated above them. It is not repeated
 * there while the field is being corrected, either.
 */
export function useIsErrorShownAtField(
  status: FormStatus<unknown>,
  fieldErrors: Partial<Record<string, string>>,
): boolean {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages as they were when the form failed
  return useMemo(
    () => status.name === 'failed' && Object.values(fieldErrors).includes(status.message),
    [status],
  )
}
