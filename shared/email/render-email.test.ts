import { expect, test } from 'vitest'
import { renderEmailHtml, renderEmailText } from './render-email.ts'

const SIGNATURE = { siteName: 'Lodefield', answersTo: 'support@lodefield.example' }
const letter = (name: string) => ({ subject: 'Confirm your email address', name, paragraphs: ['Welcome.'] })

test.each(['Ada', 'Anne-Marie', 'J. R.', "O'Neill", '王'])('greets people by name: %s', (name) => {
  expect(renderEmailText(letter(name), SIGNATURE)).toMatch(/^Hello .+,\n/)
})

test.each(['http://evil.example/now', '//evil.example', 'evil.example', 'Visit www.evil.example'])(
  'does not greet anyone by an address that mail programs turn into a link: %s',
  (name) => {
    expect(renderEmailText(letter(name), SIGNATURE)).toMatch(/^Hello,\n/)
    expect(renderEmailHtml(letter(name), SIGNATURE)).not.toContain('evil')
  },
)

test('says where replies go, or that they are not read', () => {
  const said = (answersTo: string) => renderEmailText(letter('Ada'), { siteName: 'Lodefield', answersTo })
  expect(said('support@lodefield.example')).toContain(
    'Replies to this email go to support@lodefield.example.',
  )
  expect(renderEmailHtml(letter('Ada'), SIGNATURE)).toContain('Replies to this email go to')
  expect(said('')).toContain('Replies to this email are not read.')
})
