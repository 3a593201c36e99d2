/** The part of a request with the reason, which is left out where none was entered. */
export const saidReason = (reason: string): { reason?: string } =>
  reason.trim() === '' ? {} : { reason: reason.trim() }
