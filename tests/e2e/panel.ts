/** The path of the panel of the server under test, and its administrator. */

/**
 * The settings that `start-server.ts` passes to the server: a path segment and an account that only these tests have.
 */
export const ADMIN_PATH = 'panel-of-browser-tests-0123456789'
export const ADMIN_USERNAME = 'tester'
export const ADMIN_PASSWORD = 'Drill-core 91 deep'

/** A URL of the panel: `panel('?d=users')`. */
export const panel = (rest = ''): string => `/${ADMIN_PATH}/admin${rest}`
