/** Subscribing, and the subscription that comes of it: the second page follows the first, so both are one file. */
export { Subscribe } from './subscribe/Subscribe.tsx'
export { SubscriptionPage } from './subscriptions/SubscriptionPage.tsx'
