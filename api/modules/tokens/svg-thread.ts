/** Cleans SVG images in a separate thread, with a deadline: the server handles other requests in the meantime. */
import { SVG_TOO_COMPLEX } from '#contract/admin-tokens'
import { invalidField, Problem } from '#contract/problem'
import type { SvgResult } from './svg-worker.ts'

/** Milliseconds until a thread is ended. Cleaning the largest image takes a fraction of it, including the start. */
const DEADLINE = 5_000

const runInThread = (text: string, deadline: number): Promise<SvgResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./svg-worker.ts', import.meta.url))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.terminate()
      settle()
    }
    const timer = setTimeout(() => end(() => reject(invalidField('/icon', SVG_TOO_COMPLEX))), deadline)
    worker.onmessage = ({ data }: MessageEvent<SvgResult>) => end(() => resolve(data))
    worker.onerror = ({ message }) => end(() => reject(new Error(message)))
    worker.postMessage(text)
  })

/** Cleans an SVG as `cleanSvg` does, throwing what it throws, and `validation` after `deadline` milliseconds. */
export async function cleanSvgInThread(text: string, deadline = DEADLINE): Promise<string> {
  const result = await runInThread(text, deadline)
  if (result.status === 'cleaned') return result.svg
  if (result.status === 'failed') throw new Error(result.message)
  throw new Problem(result.code, result.message, { details: result.details })
}
