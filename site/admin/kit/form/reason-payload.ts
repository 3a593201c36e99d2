/** The part of a request with the reason; empty if none was entered. */
export const toReasonPayload = (reason: string): { reason?: string } =>
  reason.trim() === '' ? {} : { reason: reason.trim() }
