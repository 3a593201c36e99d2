/** Cleans SVG images in a separate thread, with a deadline: the server handles other requests in the meantime. */
import { join } from 'node:path'
import { SVG_TOO_COMPLEX } from '#contract/catalog/admin-tokens'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { projectRoot } from '#shared/project-root'
import type { SvgResult } from './svg-worker.ts'

/**
 * Milliseconds until a thread is terminated. Cleaning the largest image takes a fraction of that, including the start.
 */
const DEADLINE = 5_000

const runInThread = (text: string, deadline: number): Promise<SvgResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(join(projectRoot, 'api/modules/catalog/tokens/svg-worker.ts'))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.terminate()
      settle()
    }
    const timer = setTimeout(() => end(() => reject(invalidFieldProblem('/icon', SVG_TOO_COMPLEX))), deadline)
    worker.onmessage = ({ data }: MessageEvent<SvgResult>) => end(() => resolve(data))
    worker.onerror = ({ message }) => end(() => reject(new Error(message)))
    worker.postMessage(text)
  })

/** Cleans an SVG as `sanitizeSvg` does, throwing what it throws, and `validation` after `deadline` milliseconds. */
export async function sanitizeSvgInWorker(text: string, deadline = DEADLINE): Promise<string> {
  const result = await runInThread(text, deadline)
  if (result.status === 'cleaned') return result.svg
  if (result.status === 'failed') throw new Error(result.message)
  throw new Problem(result.code, result.message, { details: result.details })
}
