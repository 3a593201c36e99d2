import { expect, test } from 'vitest'
import { letterHtml, letterText } from './letter.ts'

const SIGNATURE = { siteName: 'Lodefield', answersTo: 'support@lodefield.example' }
const letter = (name: string) => ({ subject: 'Confirm your email address', name, paragraphs: ['Welcome.'] })

test.each(['Ada', 'Anne-Marie', 'J. R.', "O'Neill", '王'])('greets people by their name: %s', (name) => {
  expect(letterText(letter(name), SIGNATURE)).toMatch(/^Hello .+,\n/)
})

test.each(['http://evil.example/now', '//evil.example', 'evil.example', 'Visit www.evil.example'])(
  'greets nobody by an address that mail programs make a link of: %s',
  (name) => {
    expect(letterText(letter(name), SIGNATURE)).toMatch(/^Hello,\n/)
    expect(letterHtml(letter(name), SIGNATURE)).not.toContain('evil')
  },
)

test('says where replies go, or that they are not read', () => {
  const said = (answersTo: string) => letterText(letter('Ada'), { siteName: 'Lodefield', answersTo })
  expect(said('support@lodefield.example')).toContain(
    'Replies to this email go to support@lodefield.example.',
  )
  expect(letterHtml(letter('Ada'), SIGNATURE)).toContain('Replies to this email go to')
  expect(said('')).toContain('Replies to this email are not read.')
})
