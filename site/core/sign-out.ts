import { investorSession } from './session.ts'

/**
 * Ends the investor's session in this browser, in all its tabs, and goes to the home page.
 * Whatever else signing out does may fail: the local session is gone all the same.
 */
export async function signOut(): Promise<void> {
  investorSession.clear()
  window.location.assign('/')
}
