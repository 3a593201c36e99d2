/** Paths of the pages about a series, by the code of its symbol. */
import { toSeriesCode } from '#shared/series-code'

export const getSeriesPath = (symbol: string): string => `/tokens/${toSeriesCode(symbol)}`
export const getSubscribePath = (symbol: string): string => `/access/subscribe/${toSeriesCode(symbol)}`
export const getHoldingPath = (symbol: string): string => `/access/holdings/${toSeriesCode(symbol)}`
export const getSubscriptionPath = (id: number): string => `/access/subscriptions/${id}`
