import { expect, test } from 'vitest'
import { letterHtml, letterText } from './letter.ts'

const letter = (name: string) => ({ subject: 'Confirm your email address', name, paragraphs: ['Welcome.'] })

test.each(['Ada', 'Anne-Marie', 'J. R.', "O'Neill", '王'])('greets people by their name: %s', (name) => {
  expect(letterText(letter(name), 'Lodefield')).toMatch(/^Hello .+,\n/)
})

test.each(['http://evil.example/now', '//evil.example', 'evil.example', 'Visit www.evil.example'])(
  'greets nobody by an address that mail programs make a link of: %s',
  (name) => {
    expect(letterText(letter(name), 'Lodefield')).toMatch(/^Hello,\n/)
    expect(letterHtml(letter(name), 'Lodefield')).not.toContain('evil')
  },
)
