/**
 * The bottom banners, in one file: a page names it once and loads it immediately for an announcement, and a while after
 * its first view for the connection monitor.
 */
import './connection-banner.ts'

export { renderBanner } from './show-banner.ts'
