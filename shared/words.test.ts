import { expect, test } from 'vitest'
import { sentenceCase, stageName } from './words.ts'

test('writes a name of the contract as a sentence begins', () => {
  expect(sentenceCase('offering-memorandum')).toBe('Offering memorandum')
  expect(sentenceCase('attestation')).toBe('Attestation')
})

test('keeps the hyphen of a pre-feasibility study', () => {
  expect(stageName('pre-feasibility')).toBe('Pre-feasibility')
  expect(stageName('scoping-study')).toBe('Scoping study')
})
