import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checkInclusionProof } from '#shared/proof/check-inclusion-proof'
import { isPublicKey } from '#shared/proof/published-keys'
import { createExample, renderExampleFile, renderExampleSection } from './format-example.ts'

const example = createExample()

test('docs/proof-format.md shows every intermediate value of its example', async () => {
  const [, shown] =
    /<!-- example:begin -->\n\n([\s\S]+)\n\n<!-- example:end -->/.exec(
      await readFile('docs/proof-format.md', 'utf8'),
    ) ?? []
  expect(shown).toBe(renderExampleSection(example))
})

test('docs/proof-example.json is that example, and all checkers accept it', async () => {
  expect(await readFile('docs/proof-example.json', 'utf8')).toBe(renderExampleFile(example))
  const results = await checkInclusionProof(example.file, { keys: [{ key: example.file.key }] })
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  const { status, stderr } = spawnSync('python3', [
    'shared/proof/check.py',
    'docs/proof-example.json',
    '--key',
    example.file.key,
  ])
  expect([status, stderr.toString()]).toEqual([0, ''])
})

test('docs/proof-format.md lists the points of small order, which are not valid keys', async () => {
  const text = await readFile('docs/proof-format.md', 'utf8')
  const listed = [...text.matchAll(/^\d+$/gm)].map(([number]) => BigInt(number))
  expect(listed).toHaveLength(5)
  for (const number of listed) {
    const inOrder = (value: bigint) =>
      value.toString(16).padStart(64, '0').match(/../g)?.reverse().join('') ?? ''
    expect(isPublicKey(inOrder(number)), String(number)).toBe(false)
    expect(isPublicKey(inOrder(number + (1n << 255n))), String(number)).toBe(false)
  }
  expect(isPublicKey(example.file.key)).toBe(true)
})
