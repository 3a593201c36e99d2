/** Where and with what somebody is signed in, in words. */
import { findGeoLocation } from '#modules/identity/session/ip-location'
import { parseUserAgent } from '#modules/identity/session/user-agent'

/** Such as `Firefox 131 on Windows 10`; empty when unknown. */
export const formatDevice = ({ browser, os }: { browser: string; os: string }): string =>
  [browser, os].filter(Boolean).join(' on ')

/** Such as `Toronto, Canada`; empty when unknown. */
export const formatLocation = (place: { city: string; country: string } | undefined): string =>
  [place?.city, place?.country].filter(Boolean).join(', ')

/** Device and place of a stored request. */
export const formatClient = (row: { user_agent: string; ip_address: string }) => ({
  device: formatDevice(parseUserAgent(row.user_agent)),
  place: formatLocation(findGeoLocation(row.ip_address)),
})
