import { constants } from 'node:os'
import { projectRoot } from '#shared/project-root'
import { onParentExit } from './parent-processes.ts'
import { print } from './terminal-output.ts'

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'
const signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

type Environment = Record<string, string | undefined>

interface ChildOptions {
  env?: Environment
  /** The server reads no input; a build may prompt. */
  stdin?: 'inherit' | 'ignore'
}

let stopping = false

/** Whether a stop signal was received, after which no further step is started. */
export const isStopping = (): boolean => stopping

/**
 * Runs a command with inherited output and waits for it. The first signal is passed on, later ones are not: Ctrl-C
 * reaches the child by itself as well, and every launcher above repeats it. Returns the exit code, 128 + n for signal
 * n.
 */
export async function runChild(
  command: string[],
  { env, stdin = 'ignore' }: ChildOptions = {},
): Promise<number> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdio: [stdin, 'inherit', 'inherit'],
  })
  const pass = (signal: Signal, reason: string = signal) => {
    if (stopping) return
    stopping = true
    print(`Stopping: ${reason}`)
    child.kill(signal)
  }
  const handlers = signals.map((signal) => [signal, () => pass(signal)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)
  const endWatch = onParentExit(() => pass('SIGTERM', 'the parent process has ended'))
  await child.exited
  // A watch left running would use its single stop on a child that ended before.
  endWatch()
  for (const [signal, handler] of handlers) process.off(signal, handler)
  return child.exitCode ?? 128 + (constants.signals[child.signalCode as NodeJS.Signals] ?? 0)
}

/**
 * Continues as another command in this very process, if the system supports it; otherwise {@link runChild}. Nothing of
 * this program stays in memory.
 */
export async function becomeCommand(command: string[], env: Environment): Promise<number> {
  const [file] = command
  if (file === undefined || process.platform === 'win32' || !process.execve) return runChild(command, { env })
  return process.execve(file, command, { ...process.env, ...env } as NodeJS.ProcessEnv)
}

/** The Bun version of this project, once it is installed; until then the running one. */
export function getBunPath(): string {
  const own = `${projectRoot}/node_modules/bun/bin/bun.exe`
  return Bun.file(own).size > 0 ? own : process.execPath
}
