import { expect, test } from 'vitest'
import { findLaunchers } from './parent-processes.ts'

/** A process list, the youngest first; each one's parent is the next. */
const chain = (...commands: string[]) => {
  const entries = commands.map((command, at) => ({ pid: 100 - at, parent: 99 - at, command }))
  return (pid: number) => entries.find((entry) => entry.pid === pid)
}
const launchers = (...commands: string[]) =>
  findLaunchers(100, chain(...commands)).map(({ command }) => command)

test('the chain ends at the npm script that was typed', () => {
  const commands = ['sh -c bun run up', 'npm exec bun@1.4.5 run up', 'sh -c npx bun', 'npm start']
  expect(launchers('bun run scripts/up.ts', 'bun run up', ...commands, 'bash', 'npm run outer')).toEqual([
    'bun run up',
    ...commands,
  ])
})

test('without npm it ends at the last of the nested launchers', () => {
  expect(launchers('bun run scripts/up.ts', 'bun run up', 'bash', 'sshd')).toEqual(['bun run up'])
  expect(launchers('bun scripts/up.ts', 'sh -c x', 'npx bun', 'bash')).toEqual(['sh -c x', 'npx bun'])
})

test('a shell alone is not watched: programs that it starts may outlive it', () => {
  expect(launchers('bun scripts/up.ts', 'bash', 'systemd')).toEqual([])
})
