import { z } from 'astro/zod'
import { describe, expect, test } from 'vitest'
import { calendarDate, listOf, oneOf, strictObject, text } from './content-fields.ts'
import { docsPage, question } from './content-schemas.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []

describe('validation messages for writers', () => {
  test('give the length of a text that does not fit', () => {
    expect(messagesOf(text(5, 70), 'Hi')).toEqual(['Expected a text of 5 to 70 characters; this one has 2.'])
  })

  test('suggest quotes for a text that YAML read as a number', () => {
    expect(messagesOf(text(5, 70), 2026)[0]).toContain('put it in quotes')
  })

  test('reject a date that does not exist', () => {
    expect(messagesOf(calendarDate(), '2026-02-30')[0]).toContain('Expected a date that exists')
  })

  test('list the allowed values for an unknown one', () => {
    expect(messagesOf(oneOf(['audit', 'compliance']), 'other')).toEqual([
      'Expected one of: audit, compliance.',
    ])
  })

  test('give the expected length of a list', () => {
    expect(messagesOf(listOf(z.string(), 3, 3, 'claims'), [])).toEqual(['Expected a list of 3 claims.'])
  })

  test('name a misspelled field and the known fields', () => {
    const page = { titel: 'Help and Support' }
    expect(messagesOf(docsPage, page).join(' ')).toContain(
      'Unknown field titel. Known fields: title, description',
    )
  })

  test('list the fields expected of a value that is not an object', () => {
    expect(messagesOf(strictObject({ a: z.string() }), 'text')).toEqual(['Expected the fields a.'])
  })
})

test('reads a calendar date as text, whether YAML has parsed it or not', () => {
  expect(calendarDate().parse('2026-11-02')).toBe('2026-11-02')
  expect(calendarDate().parse(new Date('2026-11-02T00:00:00Z'))).toBe('2026-11-02')
})

test('requires an id of lowercase letters with hyphens', () => {
  const item = {
    position: 0,
    category: 'account',
    helpful: 1,
    question: 'How does it work?',
    answer: 'It works like this.',
  }
  expect(
    messagesOf(question, { ...item, answer: 'Long enough an answer.', id: 'Open Account' })[0],
  ).toContain('open-account')
})
