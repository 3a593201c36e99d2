/** `npm run test:pairs`: every pair of writes against each other, a hundred times. Takes about a quarter of an hour. */
import { bunPath, runChild } from './child.ts'
import { installPackages } from './install.ts'
import { runMain } from './progress.ts'

await runMain(async () => {
  await installPackages()
  const command = [
    bunPath(),
    '--bun',
    'run',
    'vitest',
    'run',
    '--pool=threads',
    'api/attack/pairs.full.test.ts',
  ]
  const PAIR_ROUNDS = process.env.PAIR_ROUNDS ?? '100'
  return runChild(command, { env: { NODE_ENV: 'test', PAIR_ROUNDS } })
})
