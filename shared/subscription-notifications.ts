/** What an investor is told about a subscription, by the status that it has reached. */
export const subscriptionNotifications = {
  in_review: (symbol, reference) => ({
    title: `Subscription ${reference} in review`,
    message: `The investment team is reviewing your subscription for ${symbol}. You will be notified of the decision.`,
  }),
  approved: (symbol, reference) => ({
    title: `Subscription ${reference} approved`,
    message: `Your subscription for ${symbol} has been approved. Open it for payment instructions and the due date.`,
  }),
  rejected: (symbol, reference) => ({
    title: `Subscription ${reference} not approved`,
    message: `Your subscription for ${symbol} was not approved. Open it to see the reason.`,
  }),
  funded: (symbol, reference) => ({
    title: `Payment received for ${reference}`,
    message: `The payment for ${symbol} has been recorded, and its amount is reserved in your cash balance. Allotment is the next step.`,
  }),
  allotted: (symbol, reference) => ({
    title: `Units of ${symbol} allotted`,
    message: `The units for your subscription ${reference} have been entered in the register of holders in your name.`,
  }),
} satisfies Record<string, (symbol: string, reference: string) => { title: string; message: string }>
