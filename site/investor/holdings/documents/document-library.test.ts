import { describe, expect, it } from 'vitest'
import type { PublicDocument } from '#contract/catalog/documents'
import type { Report } from '#contract/catalog/reports'
import { groupDocumentsByType, mergeDocuments, searchDocuments } from './document-library.ts'

const report: Report = {
  id: 'q3-reserve-audit',
  title: 'Reserve audit',
  type: 'audit',
  category: 'Reserves',
  date: '2026-10-30',
  auditor: 'Independent auditor',
  pages: 4,
  size: 20_000,
  description: 'Custody of gold.',
  findings: [],
  illustrative: false,
  preview: { file: 'a.webp', width: 1, height: 1 },
}
const upload: PublicDocument = {
  id: 1,
  original_name: 'Annual review.html',
  filename: 'annual-review-3f9a.html',
  file_type: 'html',
  file_size: 1000,
  url: '/documents/uploads/annual-review-3f9a.html',
  created_at: '2026-10-31T10:00:00.000Z',
}
const entries = mergeDocuments([report], [upload])
const titles = (search: string, kind: Parameters<typeof searchDocuments>[2] = '') =>
  searchDocuments(entries, search, kind).map(({ title }) => title)

describe('the library', () => {
  it('merges reports and uploads, newest first', () => {
    expect(titles('')).toEqual(['Annual review.html', 'Reserve audit'])
  })

  it('is searched by every word, case-insensitively, in all texts of an entry', () => {
    expect(titles('GOLD custody')).toEqual(['Reserve audit'])
    expect(titles('independent')).toEqual(['Reserve audit'])
    expect(titles(' html document ')).toEqual(['Annual review.html'])
    expect(titles('gold silver')).toEqual([])
  })

  it('is filtered by type', () => {
    expect(titles('', 'audit')).toEqual(['Reserve audit'])
    expect(titles('', 'html')).toEqual(['Annual review.html'])
    expect(titles('', 'compliance')).toEqual([])
  })

  it('is grouped by type, the type of the newest first', () => {
    const older = mergeDocuments(
      [report, { ...report, id: 'q2', title: 'Older audit', date: '2026-07-30' }],
      [upload],
    )
    const groups = groupDocumentsByType(older).map(({ kind, entries: group }) => [
      kind,
      group.map(({ title }) => title),
    ])
    expect(groups).toEqual([
      ['html', ['Annual review.html']],
      ['audit', ['Reserve audit', 'Older audit']],
    ])
  })
})
