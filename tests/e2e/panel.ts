/** Where the panel of the server under test is, and who may enter. */

/** What `start-server.ts` gives the server: a segment and an account that only these tests know. */
export const ADMIN_PATH = 'panel-of-browser-tests-0123456789'
export const ADMIN_USERNAME = 'tester'
export const ADMIN_PASSWORD = 'Drill-core 91 deep'

/** An address of the panel: `panel('?d=users')`. */
export const panel = (rest = ''): string => `/${ADMIN_PATH}/admin${rest}`
