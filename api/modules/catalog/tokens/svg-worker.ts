/** Runs in a separate thread: cleans the SVG it receives, and posts the result. */
import { Problem, type ProblemCode, type ProblemDetail } from '#contract/problem'
import { sanitizeSvg } from './sanitize-svg.ts'

export type SvgResult =
  | { status: 'cleaned'; svg: string }
  | { status: 'rejected'; code: ProblemCode; message: string; details: ProblemDetail[] | undefined }
  | { status: 'failed'; message: string }

function resultOf(text: string): SvgResult {
  try {
    return { status: 'cleaned', svg: sanitizeSvg(text) }
  } catch (error) {
    if (error instanceof Problem) {
      return { status: 'rejected', code: error.code, message: error.message, details: error.details }
    }
    return { status: 'failed', message: String(error) }
  }
}

// `self` is the thread, which the types of a server do not declare.
const thread = globalThis as unknown as {
  onmessage: (event: { data: string }) => void
  postMessage(result: SvgResult): void
}
thread.onmessage = ({ data }) => thread.postMessage(resultOf(data))
