import { useMemo } from 'react'
import type { FormStatus } from '#core/form/form'

/**
 * Whether the message of a form that failed stands at one of its fields, and so is not said again above them. It stays
 * unsaid there while the field is corrected.
 */
export function useSaidAtField(
  status: FormStatus<unknown>,
  fieldErrors: Partial<Record<string, string>>,
): boolean {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages as they were when the form failed
  return useMemo(
    () => status.name === 'failed' && Object.values(fieldErrors).includes(status.message),
    [status],
  )
}
