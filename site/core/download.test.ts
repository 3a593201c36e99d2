import { describe, expect, it } from 'vitest'
import { readFileName } from './download.ts'

describe('readFileName', () => {
  it.each([
    ['attachment; filename="statement.pdf"', 'statement.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''Bericht%20%C3%BC.pdf`, 'Bericht ü.pdf'],
    [`attachment; filename="report.pdf"; filename*=UTF-8''%zz`, 'report.pdf'],
    ['attachment', undefined],
    [null, undefined],
  ])('%s', (header, name) => {
    expect(readFileName(header)).toBe(name)
  })
})
