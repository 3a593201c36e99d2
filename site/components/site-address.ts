/** Addresses in the heads of pages. */

/**
 * A path with the public origin, where the build was told one. Without it the path alone: on whichever host the page is
 * served, it names no other one (RFC 6596 lets a canonical link be relative).
 */
export const withOrigin = (path: string, origin = process.env.PUBLIC_ORIGIN): string =>
  origin ? new URL(path, origin).href.replace(/\/$/, '') : path
