/** States of a check of the audit log. */
export const auditCheckStates = ['running', 'unbroken', 'broken', 'failed'] as const
