/** Which snapshot pages exist: the build makes one page for all, and only the server knows the snapshots. */
import { hasSnapshot } from './snapshots.ts'

const PAGE = /^\/proof\/(\d{4}-\d{2}-\d{2}(?:\.[1-9]\d{0,2})?)\/?$/
/** The page that the build made for all of them. */
const BUILT_PAGE = '/proof/snapshot'

/** Whether a path is a snapshot's address, existing or not. */
export const isSnapshotPath = (path: string): boolean => PAGE.test(path)

/**
 * Creates the function that responds for paths of {@link isSnapshotPath}: with the page, or undefined for a nonexistent
 * snapshot. `respond` sends a page of the built site.
 */
export const createSnapshotPages =
  (respond: (request: Request, path: string) => Response) =>
  async (request: Request, path: string): Promise<Response | undefined> =>
    (await hasSnapshot(PAGE.exec(path)?.[1] ?? '')) ? respond(request, BUILT_PAGE) : undefined
