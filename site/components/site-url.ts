/** URLs in page heads. */

/**
 * A path with the public origin, if the build was given one. Otherwise only the path, so that it names no other host
 * than the one serving it (RFC 6596 allows a relative canonical link).
 */
export const toAbsoluteUrl = (path: string, origin = process.env.PUBLIC_ORIGIN): string =>
  origin ? new URL(path, origin).href.replace(/\/$/, '') : path
