import { expect, test } from 'vitest'
import { formatStage, toSentenceCase } from './case-format.ts'

test('writes a contract name as the start of a sentence', () => {
  expect(toSentenceCase('offering-memorandum')).toBe('Offering memorandum')
  expect(toSentenceCase('attestation')).toBe('Attestation')
})

test('keeps the hyphen of a pre-feasibility study', () => {
  expect(formatStage('pre-feasibility')).toBe('Pre-feasibility')
  expect(formatStage('scoping-study')).toBe('Scoping study')
})
