/** States of an audit log check. */
export const auditCheckStatuses = ['running', 'unbroken', 'broken', 'failed'] as const
