/** `npm run test:concurrency`: every pair of writes against each other, a hundred times. Takes about a quarter of an hour. */

import { installPackages } from './install.ts'
import { getBunPath, runChild } from './run-child-process.ts'
import { runMain } from './terminal-output.ts'

await runMain(async () => {
  await installPackages()
  const command = [
    getBunPath(),
    '--bun',
    'run',
    'vitest',
    'run',
    '--pool=threads',
    'api/security-tests/concurrent-requests.full.test.ts',
  ]
  const PAIR_ROUNDS = process.env.PAIR_ROUNDS ?? '100'
  return runChild(command, { env: { NODE_ENV: 'test', PAIR_ROUNDS } })
})
