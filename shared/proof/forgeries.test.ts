import { expect, test } from 'vitest'
import { checkInclusionProof } from './check-inclusion-proof.ts'
import { createValidProof, type ForgedProof, forgeries } from './test-forgeries.ts'

/** The failed checks of a proof, in order. `checkers.full.test.ts` compares this checker with the two programs. */
const failedOf = async ({ file, key, before }: ForgedProof) => {
  const found = await checkInclusionProof(file, { keys: [{ key }], previous: before })
  return found.filter(({ ok }) => !ok).map(({ finding }) => finding)
}

test.each(forgeries)('a forgery fails the expected checks: $name', async ({ forge, fails }) => {
  expect(await failedOf(await forge())).toEqual(fails)
})

test('the original of the forgeries is valid', async () => {
  expect(await failedOf(await createValidProof())).toEqual([])
})
