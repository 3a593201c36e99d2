/** Status of an email: pending, accepted by the mail server, or failed. */
export const emailDeliveryStatuses = ['pending', 'sent', 'failed'] as const
export type EmailDeliveryStatus = (typeof emailDeliveryStatuses)[number]
