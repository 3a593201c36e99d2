/** Subscribing, and the resulting subscription; the second page follows the first, so both are in one file. */
export { SubscribePage } from '#site/investor/holdings/subscribe/SubscribePage.tsx'
export { SubscriptionPage } from '#site/investor/holdings/subscriptions/SubscriptionPage.tsx'
