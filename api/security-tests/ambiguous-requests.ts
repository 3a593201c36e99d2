/** Requests for a path that two programs may read differently, as written to a socket. */

interface AmbiguousRequest {
  what: string
  /** The bytes, one letter each, for a `path` such as `/docs/help`. */
  bytes: (path: string) => string
  /**
   * The expected outcome: read as `path`, rejected with a status of the server, or left to the runtime's parser, which
   * closes the connection after a response without the server's headers.
   */
  outcome: 'taken' | 'parser' | 400 | 404 | 414
}

const lines = (...all: string[]) => [...all, 'Connection: close', '', ''].join('\r\n')
const HOST = 'Host: lodefield.example'
const get = (target: string, host = HOST) => lines(`GET ${target} HTTP/1.1`, host)

/** A request with one Host header, whose target is made from the path. */
const target = (
  what: string,
  write: (path: string) => string,
  outcome: AmbiguousRequest['outcome'],
): AmbiguousRequest => ({ what, bytes: (path) => get(write(path)), outcome })

/** A request for the path itself with these header lines for its host. */
const hosts = (what: string, headers: string[], outcome: AmbiguousRequest['outcome']): AmbiguousRequest => ({
  what,
  bytes: (path) => lines(`GET ${path} HTTP/1.1`, ...headers),
  outcome,
})

/** `/a/b` as `/a/%62`. */
const escapeLast = (path: string) =>
  `${path.slice(0, -1)}%${path
    .charCodeAt(path.length - 1)
    .toString(16)
    .padStart(2, '0')}`
const lastSlash = (path: string, by: string) => {
  const at = path.lastIndexOf('/')
  return `${path.slice(0, at)}${by}${path.slice(at + 1)}`
}

export const ambiguousRequests: AmbiguousRequest[] = [
  hosts('a Host with an invalid character', ['Host: a<b'], 400),
  hosts('a Host with a path', ['Host: a.example/x'], 400),
  hosts('a Host with a user name', ['Host: user@a.example'], 400),
  hosts('a Host with a blank', ['Host: a b'], 400),
  hosts('a Host with an escape', ['Host: a%2eexample'], 400),
  hosts('a Host outside ASCII', ['Host: \xc3\xa9.example'], 400),
  hosts('a Host with an invalid port', ['Host: a.example:99999'], 400),
  hosts('an IPv6 address without its bracket', ['Host: [::1'], 400),
  hosts('an empty Host', ['Host: '], 400),
  hosts('two Hosts', ['Host: a.example', 'Host: b.example'], 400),
  hosts('the same Host twice', ['Host: a.example', 'Host: a.example'], 400),
  hosts('two Hosts in one', ['Host: a.example, b.example'], 400),
  hosts('no Host', [], 'parser'),
  hosts('a blank before the colon of Host', ['Host : a.example'], 'parser'),
  hosts('a Host on two lines', ['Host: a.example', ' b.example'], 'parser'),
  hosts('a Host of one letter', ['Host: a'], 'taken'),
  hosts('a Host in capitals', ['Host: LODEFIELD.EXAMPLE'], 'taken'),
  hosts('a Host with a port', ['Host: lodefield.example:8443'], 'taken'),
  hosts('an IPv6 Host', ['Host: [2001:db8::1]:8443'], 'taken'),
  hosts('another host by X-Forwarded-Host', [HOST, 'X-Forwarded-Host: evil.example'], 'taken'),
  hosts('another path by X-Original-URL', [HOST, 'X-Original-URL: /', 'X-Rewrite-URL: /'], 'taken'),
  { what: 'HTTP/1.0 without Host', bytes: (path) => lines(`GET ${path} HTTP/1.0`), outcome: 400 },
  { what: 'HTTP/1.0 with Host', bytes: (path) => lines(`GET ${path} HTTP/1.0`, HOST), outcome: 'taken' },
  { what: 'HTTP/0.9', bytes: (path) => `GET ${path}\r\n\r\n`, outcome: 'parser' },
  { what: 'HTTP/1.2', bytes: (path) => lines(`GET ${path} HTTP/1.2`, HOST), outcome: 'parser' },
  { what: 'HTTP/2.0', bytes: (path) => lines(`GET ${path} HTTP/2.0`, HOST), outcome: 'parser' },
  { what: 'lines without CR', bytes: (path) => `GET ${path} HTTP/1.1\n${HOST}\n\n`, outcome: 'parser' },
  target('a URL with the same host', (path) => `http://lodefield.example${path}`, 'taken'),
  target('a URL with another host', (path) => `http://evil.example${path}`, 'taken'),
  target('a URL of another kind', (path) => `ftp://lodefield.example${path}`, 'parser'),
  target('an asterisk', () => '*', 'parser'),
  target('a path without a slash', (path) => path.slice(1), 'parser'),
  {
    what: 'a host and port',
    bytes: () => lines('CONNECT lodefield.example:443 HTTP/1.1', HOST),
    outcome: 400,
  },
  target('two slashes at the beginning', (path) => `/${path}`, 400),
  target('two slashes within', (path) => lastSlash(path, '//'), 400),
  target('a host after two slashes', (path) => `//evil.example${path}`, 400),
  target('two slashes at the end', (path) => `${path}//`, 400),
  target('a dot segment', (path) => lastSlash(path, '/./'), 400),
  target('a step back', (path) => `/nowhere/..${path}`, 400),
  target('a step back in escapes', (path) => `/nowhere/%2e%2E${path}`, 400),
  target('a step back above the root', (path) => `/..${path}`, 400),
  target('a step back with backslashes', (path) => `/nowhere\\..${path}`, 400),
  target('a backslash for a slash', (path) => lastSlash(path, '\\'), 400),
  target('a backslash in an escape', (path) => lastSlash(path, '%5c'), 400),
  target('a slash in an escape', (path) => lastSlash(path, '%2f'), 400),
  target('a letter in an escape', escapeLast, 400),
  target('a letter escaped twice', (path) => escapeLast(path).replace('%', '%25'), 404),
  target('a NUL in an escape', (path) => `${path}%00`, 400),
  target('a line break in an escape', (path) => `${path}%0d%0aX-Evil:%201`, 400),
  target('a NUL', (path) => `${path}\0`, 'parser'),
  target('a tab', (path) => `${path}\t`, 'parser'),
  target('a fragment', (path) => `${path}#part`, 400),
  target('an invalid escape', (path) => `${path}%zz`, 400),
  target('bytes that are not UTF-8', (path) => `${path}\xe9`, 400),
  target('escapes that are not UTF-8', (path) => `${path}%e9`, 400),
  target('other capitals', (path) => path.toUpperCase(), 404),
  target('a parameter of a segment', (path) => `${path};v=1`, 404),
  target('more segments than any path has', (path) => `${path}${'/x'.repeat(20)}`, 400),
  target('a path of 2,049 characters', (path) => `${path}/${'x'.repeat(2048 - path.length)}`, 414),
  target('a query of 9,000 characters', (path) => `${path}?${'x'.repeat(9000)}`, 414),
  target('a path of 15,000 slashes', (path) => `${path}${'/'.repeat(15_000)}x`, 414),
  target('a URL of 20,000 characters', (path) => `${path}?${'x'.repeat(20_000)}`, 'parser'),
]
