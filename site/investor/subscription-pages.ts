/** Subscribing, and the resulting subscription; the second page follows the first, so both are in one file. */
export { SubscribePage } from './subscribe/SubscribePage.tsx'
export { SubscriptionPage } from './subscriptions/SubscriptionPage.tsx'
