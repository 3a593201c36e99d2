/** The options of the commands that compare heads. */
import { parseArgs } from 'node:util'
import { CommandError } from './terminal-output.ts'

interface HeadOptions {
  /** Heads that were recorded earlier. */
  expected: string[]
  /** Id of the snapshot whose heads are opened; by default the latest one. */
  snapshot: string | undefined
}

/** Reads `--expect-head` and `--snapshot`. Throws a {@link CommandError} for others. */
export function parseHeadOptions(command: string): HeadOptions {
  try {
    const options = {
      'expect-head': { type: 'string', multiple: true },
      snapshot: { type: 'string' },
    } as const
    const { 'expect-head': expected = [], snapshot } = parseArgs({ options }).values
    return { expected, snapshot }
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message} Usage: npm run ${command} -- --expect-head <hash> --snapshot <id>`,
    )
  }
}
