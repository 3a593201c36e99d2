export const documentTypes = ['pdf', 'html'] as const
