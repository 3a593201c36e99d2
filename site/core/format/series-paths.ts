/** Paths of the pages about a series, by the code of its symbol. */
import { codeOf } from '#shared/series-code'

export const sheetPath = (symbol: string): string => `/tokens/${codeOf(symbol)}`
export const subscribePath = (symbol: string): string => `/access/subscribe/${codeOf(symbol)}`
export const holdingPath = (symbol: string): string => `/access/holdings/${codeOf(symbol)}`
export const subscriptionPath = (id: number): string => `/access/subscriptions/${id}`
