/**
 * The strips at the foot of the window, in one file: a page names it once, loads it for an announcement at once, and a
 * while after its first view for what watches the connection.
 */
import './connection.ts'

export { showBanner } from './banner.ts'
