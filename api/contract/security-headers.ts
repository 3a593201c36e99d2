/**
 * Security headers of every response: pages, files, API responses and errors. The server sets them once at start; the
 * built site repeats them in `_headers` for a CDN.
 */

/** Features that no page uses. Fullscreen and clipboard writing stay allowed for our own pages. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** The same for every response and every installation. */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The policy of a JSON response opened in a browser: it may load nothing. */
export const apiContentSecurityPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Hashes of the inline elements of a built page, as `sha256-…` without quotes. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The policy of the built pages. `wasm-unsafe-eval` allows the search index; no other code may be compiled. */
export function getSiteContentSecurityPolicy({ scripts, styles }: InlineHashes): string {
  const sources = (...parts: string[]) => parts.join(' ')
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)
  return [
    "default-src 'self'",
    sources('script-src', "'self'", "'wasm-unsafe-eval'", ...quoted(scripts)),
    sources('style-src', "'self'", ...quoted(styles)),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // A PDF of evidence in a frame of the panel, from bytes that the page itself has fetched.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** HSTS, if the public origin is https. */
export const getHstsHeader = (publicOrigin: string | undefined): Record<string, string> =>
  publicOrigin?.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : {}

/**
 * All security headers for one kind of response. HSTS is included only when `publicOrigin`, the URL of the public site,
 * is `https:`.
 */
export function getSecurityHeaders(policy: string, publicOrigin: string | undefined): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    ...fixedHeaders,
    ...getHstsHeader(publicOrigin),
  }
}
