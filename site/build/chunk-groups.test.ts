import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#shared/project-root'
import { chunkFiles, chunkGroups } from './chunk-groups.ts'

const groupsOf = (id: string) => chunkGroups.filter(({ test: takes }) => takes(id)).map(({ name }) => name)

test('every file of a shared chunk exists, in one group', () => {
  for (const file of chunkFiles) {
    expect(existsSync(join(projectRoot, file)), file).toBe(true)
    expect(groupsOf(join(projectRoot, file)), file).toHaveLength(1)
  }
})

test('matches packages and files by their path, on every system, and nothing else', () => {
  expect(groupsOf('/project/node_modules/react-dom/client.js?v=1')).toEqual(['react'])
  expect(groupsOf('C:\\project\\node_modules\\ky\\index.js')).toEqual(['signed-in'])
  expect(groupsOf('/project/node_modules/react-router/index.js')).toEqual(['router'])
  expect(groupsOf('/project/site/admin/App.tsx')).toEqual([])
})
