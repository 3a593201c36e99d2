/**
 * Determines the target of a request before any other code reads it: one host, one path, bounded lengths. Pages, files,
 * the panel and the API all use this path. A request that two programs could read differently is rejected, because a
 * cache or a rule in front of the server may have read it the other way.
 */
import { Problem } from '#contract/problem'

/** Maximum length of a path, in characters as written in a URL. */
export const PATH_LENGTH_MAX = 2_048
/** Maximum length of a whole URL: scheme, host, path and query. */
export const URL_LENGTH_MAX = 8_192

/** A host name or IP address, and a port: RFC 9110, 4.2.1, without percent-encoding. */
const HOST = /^(?:[a-z0-9_][a-z0-9_.-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/i

function isHost(value: string): boolean {
  const match = HOST.exec(value)
  return match !== null && Number(match[1] ?? 0) <= 65_535
}

/** Hosts found valid: a server has few names; invented ones are parsed each time. */
const validHosts = new Set<string>()
const REMEMBERED_MAX = 64

function isKnownHost(value: string): boolean {
  if (validHosts.has(value)) return true
  if (!isHost(value)) return false
  if (validHosts.size < REMEMBERED_MAX) validHosts.add(value)
  return true
}

/** Escapes of characters that need none (RFC 3986, 2.3): another spelling of the same path. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
/** Slashes and control characters, which must not appear in a segment. */
const FORBIDDEN_ESCAPE = /%(?:[01][\da-f]|2f|5c|7f)/i

const malformed = (sentence: string): Problem => new Problem('malformed_request', sentence)
const unreadable = (): Problem => malformed('The URL is not valid.')

/** Decodes the escapes of a path. Throws `malformed_request` if they are broken, not UTF-8, needless or forbidden. */
function decode(path: string): string {
  if (!path.includes('%')) return path
  if (FORBIDDEN_ESCAPE.test(path) || NEEDLESS_ESCAPE.test(path)) throw unreadable()
  try {
    const decoded = decodeURIComponent(path)
    // The runtime's replacement for bytes that are not UTF-8.
    if (!decoded.includes('\ufffd')) return decoded
  } catch {
    // Rejected below.
  }
  throw unreadable()
}

/** The path of an absolute `http` URL, with escapes unchanged; empty for other URLs. */
export function getUrlPath(url: string): string {
  const start = url.startsWith('http://') ? url.indexOf('/', 7) : -1
  if (start < 0) return ''
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}

/**
 * The path of a request: escapes unchanged, no host, no query. Throws `malformed_request` or `uri_too_long`.
 *
 * The runtime resolves dot segments and turns backslashes into slashes before `request.url` can be read. `target` is
 * the decoded path as sent (`listener.ts`); if the URL differs, the request is rejected. Without `target` nothing is
 * compared: requests made in memory, and paths matched as whole strings.
 */
export function parseRequestPath(request: Request, target?: string): string {
  const { url } = request
  if (url.length > URL_LENGTH_MAX) throw new Problem('uri_too_long', 'The URL is too long.')
  // Requests made in memory have no host; over a socket, a request without one has a URL that is not absolute.
  const host = request.headers.get('host')
  const path = getUrlPath(url)
  if (path === '' || (host !== null && !isKnownHost(host))) {
    throw malformed('Send exactly one valid Host header.')
  }
  if (path.length > PATH_LENGTH_MAX) throw new Problem('uri_too_long', 'The URL is too long.')
  const decoded = decode(path)
  if (path.includes('//') || path.includes('#')) throw unreadable()
  if (target !== undefined && target !== decoded) throw unreadable()
  return path
}

/** Whether a query is UTF-8 text without a NUL; the platform's query parser would accept anything. */
export function isValidQuery(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return true
  try {
    return !decodeURIComponent(url.slice(start)).includes('\0')
  } catch {
    return false
  }
}
