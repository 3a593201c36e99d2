/** Sends what checkers and readers fetch outside the API: the snapshots' exact bytes, the key, and the feed. */
import { apiContentSecurityPolicy, getSecurityHeaders } from '#contract/security-headers'
import { createStaticFile, sendFile } from '#http/static/static-file'
import { findSnapshotBytes, getKeyFile, listSnapshots } from './snapshots.ts'

const KEY_PATH = '/.well-known/lodefield-proof.json'
const FEED_PATH = '/proof/feed.xml'
const SNAPSHOT = /^\/proof\/(\d{4}-\d{2}-\d{2}(?:\.[1-9]\d{0,2})?)\.json$/

/** Snapshots in the feed. */
const FEED_ITEMS = 30

/** Whether a path is one of these files. */
export const isProofFilePath = (path: string): boolean =>
  path === KEY_PATH || path === FEED_PATH || SNAPSHOT.test(path)

interface ProofFile {
  text: string
  type: string
  cacheControl: string
}

/** A snapshot never changes, so a copy is valid forever. */
async function findSnapshot(id: string): Promise<ProofFile | undefined> {
  const text = await findSnapshotBytes(id)
  return text === undefined
    ? undefined
    : { text, type: 'application/json', cacheControl: 'public, max-age=31536000, immutable' }
}

/** A copy of a list saying that the key signed nothing must not outlive the first snapshot. */
async function writeKeys(): Promise<ProofFile> {
  const keys = await getKeyFile()
  return {
    text: `${JSON.stringify(keys, null, 2)}\n`,
    type: 'application/json',
    cacheControl: keys.valid_from === null ? 'no-cache' : 'public, max-age=300',
  }
}

async function writeFeed(origin: string): Promise<ProofFile> {
  // Only feed requests need the library.
  const [{ getRssString }, { snapshots }] = await Promise.all([import('@astrojs/rss'), listSnapshots()])
  const text = await getRssString({
    title: 'Lodefield register snapshots',
    description: 'Daily signed and chained snapshots of the units of every series.',
    site: origin,
    trailingSlash: false,
    items: snapshots.slice(0, FEED_ITEMS).map(({ id, date, hash }) => ({
      title: `Snapshot ${id}`,
      link: `/proof/${id}`,
      pubDate: new Date(date),
      description: `SHA-256 of the signed content: ${hash}`,
    })),
  })
  return { text, type: 'application/rss+xml; charset=utf-8', cacheControl: 'public, max-age=300' }
}

function findFile(path: string, origin: string): Promise<ProofFile | undefined> {
  if (path === KEY_PATH) return writeKeys()
  return path === FEED_PATH ? writeFeed(origin) : findSnapshot(SNAPSHOT.exec(path)?.[1] ?? '')
}

/**
 * Responds to a GET or HEAD request for a path of {@link isProofFilePath}; undefined for a nonexistent snapshot.
 * `origin` is the public origin of the site.
 */
export async function sendProofFile(
  request: Request,
  path: string,
  origin: string,
): Promise<Response | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const found = await findFile(path, origin)
  if (!found) return undefined
  const file = createStaticFile(new TextEncoder().encode(found.text), {
    tag: Bun.hash(found.text).toString(36),
    headers: {
      ...getSecurityHeaders(apiContentSecurityPolicy, origin),
      'Content-Type': found.type,
      'Cache-Control': found.cacheControl,
    },
  })
  return sendFile(request, file)
}
