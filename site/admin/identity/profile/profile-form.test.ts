import { expect, test } from 'vitest'
import { installFakeBrowser } from '#core/browser/test-browser'

installFakeBrowser()
const { validateProfile } = await import('./profile-form.ts')

const values = {
  username: 'admin',
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
}

test.each([
  ['nothing of the password', {}, {}],
  ['a current password alone', { currentPassword: 'old' }, {}],
  [
    'a confirmation that differs',
    { currentPassword: 'old', newPassword: 'a', confirmPassword: 'b' },
    { confirmPassword: 'New passwords do not match' },
  ],
  [
    'a confirmation without a password',
    { confirmPassword: 'b' },
    { confirmPassword: 'New passwords do not match' },
  ],
  [
    'no current password',
    { newPassword: 'a', confirmPassword: 'a' },
    { currentPassword: 'Current password is required to change password' },
  ],
  ['all three', { currentPassword: 'old', newPassword: 'a', confirmPassword: 'a' }, {}],
  ['no username', { username: ' ' }, { username: 'Username is required' }],
])('%s', (_, change, fieldErrors) => expect(validateProfile({ ...values, ...change })).toEqual(fieldErrors))
