import { projectRoot } from '#shared/project-root'
import { getBunPath } from './run-child-process.ts'
import { print } from './terminal-output.ts'

/** The results of a runner. */
export interface TestCounts {
  passed: number
  failed: number
  /** Each failure: where, and the start of its message. */
  failures: string[]
  /** Tests that passed only on retry, with the message of the failed attempt. */
  flaky?: string[]
}

const checks = [
  { name: 'Format, lint and import walls', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'Types', command: ['astro', 'check', '--minimumFailingSeverity', 'warning'] },
  {
    name: 'Imports between domains',
    command: [
      'depcruise',
      '--config',
      'dependency-cruiser.config.mjs',
      'api',
      'site',
      'shared',
      'drizzle',
      'scripts',
    ],
  },
  { name: 'Unused exports and packages', command: ['knip', '--no-progress'] },
]

async function runCheck({ name, command }: (typeof checks)[number]): Promise<boolean> {
  const startedAt = performance.now()
  const child = Bun.spawn([getBunPath(), '--bun', 'run', ...command], {
    cwd: projectRoot,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const passed = (await child.exited) === 0
  print(
    `${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  // The output of a check is of interest only when it failed.
  if (!passed) console.log(`${output}${errors}`)
  return passed
}

/** Runs every check, the long ones in parallel; each counts as one test. */
export async function runChecks(): Promise<TestCounts> {
  print(`Checking: ${checks.map(({ name }) => name.toLowerCase()).join('; ')} …`)
  const results = await Promise.all(checks.map(runCheck))
  const failures = checks.filter((_, index) => !results[index]).map(({ name }) => name)
  return { passed: results.length - failures.length, failed: failures.length, failures }
}
