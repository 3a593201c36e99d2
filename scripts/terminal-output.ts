/** Progress on the terminal: each step, and how long it took. */
import { OperatorError } from '#db/operator-error'

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Prints one line of progress. */
export function print(line: string): void {
  console.log(`[lodefield] ${line}`)
}

/** Runs a step between two lines: its name, and how long it took. */
export async function runStep<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  print(`${what} …`)
  try {
    const result = await work()
    print(`${what}: done in ${seconds(startedAt)}`)
    return result
  } catch (error) {
    print(`${what}: failed after ${seconds(startedAt)}`)
    throw error
  }
}

/** An error that the person at the terminal can fix: shown without a stack trace. */
export class CommandError extends Error {}

/** Runs a command's main function; its failure ends the process with one line and status 1. */
export async function runMain(main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main())
  } catch (error) {
    const isExplained = error instanceof CommandError || error instanceof OperatorError
    console.error(isExplained ? `[lodefield] ${error.message}` : error)
    process.exit(1)
  }
}
