/** Where and with what somebody is signed in, in words. */
import { lookUpPlace } from '#modules/session/geoip'
import { parseUserAgent } from '#modules/session/user-agent'

/** Such as `Firefox 131 on Windows 10`; empty when unknown. */
export const deviceName = ({ browser, os }: { browser: string; os: string }): string =>
  [browser, os].filter(Boolean).join(' on ')

/** Such as `Toronto, Canada`; empty when unknown. */
export const placeName = (place: { city: string; country: string } | undefined): string =>
  [place?.city, place?.country].filter(Boolean).join(', ')

/** Device and place of a stored request. */
export const describeClient = (row: { user_agent: string; ip_address: string }) => ({
  device: deviceName(parseUserAgent(row.user_agent)),
  place: placeName(lookUpPlace(row.ip_address)),
})
