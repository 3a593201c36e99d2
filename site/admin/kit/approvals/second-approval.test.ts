import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { adminTransactions } from '#contract/cash/admin-transactions'
import { adminRegister } from '#contract/holdings/admin-register'
import { adminSubscriptions } from '#contract/holdings/admin-subscriptions'
import { listContractEndpoints } from '#testing/contract-endpoints'
import { describeRule } from './SecondApproval.tsx'

const rest = 'it will be submitted as an approval request, and nothing changes until it is approved.'

test('a dialog states its approval rule before submission: always, above the threshold, or in some cases', () => {
  expect(describeRule(adminRegister.createMovement.approvalRule ?? {})).toBe(
    `A second administrator must approve this: ${rest}`,
  )
  expect(describeRule(adminTransactions.create.approvalRule ?? {})).toBe(
    `Above the dual approval threshold, ${rest}`,
  )
  expect(describeRule(adminSubscriptions.decide.approvalRule ?? {})).toBe(
    `If a second administrator must approve this, ${rest}`,
  )
  expect(describeRule(adminSubscriptions.decide.approvalRule ?? {}, true)).toBe(
    `A second administrator must approve this: ${rest}`,
  )
})

/** Every endpoint of the contract that may need a second administrator, by its name in code: `adminRegister.createMovement`. */
const readRuled = async (): Promise<string[]> =>
  (await listContractEndpoints()).flatMap(({ name, endpoint }) => (endpoint.approvalRule ? name : []))

/** The code of each section of the panel, by folder. */
const sections = Map.groupBy(
  readdirSync('site/admin', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  ),
  dirname,
)

/** Calls covered by another endpoint's notice in the same dialog. */
const covered = ['holdings/subscriptions: adminTransactions.update']

test('every section states before submission that its write may need a second administrator', async () => {
  const ruled = await readRuled()
  expect(ruled).toContain('adminTransactions.delete')
  const silent = [...sections].flatMap(([section, files]) => {
    const code = files.map((file) => readFileSync(`site/admin/${file}`, 'utf8')).join('\n')
    const isCalled = (name: string) => new RegExp(`(?:callAdminApi|send)\\(\\s*${name}\\b`).test(code)
    const isSaid = (name: string) => new RegExp(`endpoint:[^,}]*\\b${name}\\b`).test(code)
    return ruled.filter((name) => isCalled(name) && !isSaid(name)).map((name) => `${section}: ${name}`)
  })
  expect(silent).toEqual(covered)
  const all = [...sections.values()]
    .flat()
    .map((file) => readFileSync(`site/admin/${file}`, 'utf8'))
    .join('\n')
  expect(
    ruled.filter((name) => !all.includes(name)),
    'known to the panel',
  ).toEqual([])
})
