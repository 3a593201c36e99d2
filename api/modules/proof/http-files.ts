/** Sends what checkers and readers fetch outside of the API: snapshots byte for byte, the key, and the feed. */
import { apiContentSecurityPolicy, securityHeaders } from '#contract/security-headers'
import { makeStaticFile, sendBytes } from '#http/static/static-file'
import { findSnapshotText, listSnapshots, readKeyFile } from './snapshots.ts'

const KEY_PATH = '/.well-known/lodefield-proof.json'
const FEED_PATH = '/proof/feed.xml'
const SNAPSHOT = /^\/proof\/(\d{4}-\d{2}-\d{2}(?:\.[1-9]\d{0,2})?)\.json$/

/** Snapshots in the feed. */
const FEED_ITEMS = 30

/** Whether a path is one of these files. */
export const isProofFile = (path: string): boolean =>
  path === KEY_PATH || path === FEED_PATH || SNAPSHOT.test(path)

interface ProofFile {
  text: string
  type: string
  cacheControl: string
}

/** The snapshot is never another one: a copy of it is good for ever. */
async function findSnapshot(id: string): Promise<ProofFile | undefined> {
  const text = await findSnapshotText(id)
  return text === undefined
    ? undefined
    : { text, type: 'application/json', cacheControl: 'public, max-age=31536000, immutable' }
}

/** A copy of a list that says that the key signed nothing must not outlive the first snapshot. */
async function writeKeys(): Promise<ProofFile> {
  const keys = await readKeyFile()
  return {
    text: `${JSON.stringify(keys, null, 2)}\n`,
    type: 'application/json',
    cacheControl: keys.valid_from === null ? 'no-cache' : 'public, max-age=300',
  }
}

async function writeFeed(origin: string): Promise<ProofFile> {
  // Only who reads the feed needs the library.
  const [{ getRssString }, { snapshots }] = await Promise.all([import('@astrojs/rss'), listSnapshots()])
  const text = await getRssString({
    title: 'Lodefield: snapshots of the registers',
    description: 'Each day the units of every series, signed and chained.',
    site: origin,
    trailingSlash: false,
    items: snapshots.slice(0, FEED_ITEMS).map(({ id, date, hash }) => ({
      title: `Snapshot ${id}`,
      link: `/proof/${id}`,
      pubDate: new Date(date),
      description: `Hash of the signed part: ${hash}`,
    })),
  })
  return { text, type: 'application/rss+xml; charset=utf-8', cacheControl: 'public, max-age=300' }
}

function findFile(path: string, origin: string): Promise<ProofFile | undefined> {
  if (path === KEY_PATH) return writeKeys()
  return path === FEED_PATH ? writeFeed(origin) : findSnapshot(SNAPSHOT.exec(path)?.[1] ?? '')
}

/**
 * Responds to a GET or HEAD request for a path of {@link isProofFile}; undefined for a snapshot that there is not.
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
  const file = makeStaticFile(new TextEncoder().encode(found.text), {
    tag: Bun.hash(found.text).toString(36),
    headers: {
      ...securityHeaders(apiContentSecurityPolicy, origin),
      'Content-Type': found.type,
      'Cache-Control': found.cacheControl,
    },
  })
  return sendBytes(request, file)
}
