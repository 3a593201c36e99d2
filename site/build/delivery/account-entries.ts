import type { SearchEntry } from './offering-entries.ts'

const toEntry = (url: string, title: string, text: string): SearchEntry => ({
  url,
  content: `<html lang="en"><body><h1 data-pagefind-meta="title">${title}</h1><p data-pagefind-body data-pagefind-weight="0.2">${text}</p></body></html>`,
})

/** Pages that visitors look for and that the browser draws, so that their files have no text to index. */
export const accountEntries: readonly SearchEntry[] = [
  toEntry('/access/login', 'Sign in', 'Log in to your account with your email address and your password.'),
  toEntry(
    '/access/register',
    'Create an account',
    'Sign up with your name, your email address and a password. To invest, you must also be verified.',
  ),
  toEntry(
    '/access/forgot-password',
    'Reset a forgotten password',
    'If you have lost your password, ask for a mail with a link to set a new one.',
  ),
  toEntry(
    '/access/settings/data',
    'Your data: export it, or close your account',
    'Signed in, you can save what is stored about you as a file, and close your account.',
  ),
]
