import type { SearchEntry } from './offering-entries.ts'

const toEntry = (url: string, title: string, text: string): SearchEntry => ({
  url,
  content: `<html lang="en"><body><h1 data-pagefind-meta="title">${title}</h1><p data-pagefind-body data-pagefind-weight="0.2">${text}</p></body></html>`,
})

/** Pages that visitors search for but that are rendered in the browser, so that their files have no text to index. */
export const accountEntries: readonly SearchEntry[] = [
  toEntry('/access/login', 'Sign in', 'Sign in with your email address and password.'),
  toEntry(
    '/access/register',
    'Create an account',
    'Sign up with your name, your email address and a password. To invest, you must also be verified.',
  ),
  toEntry(
    '/access/forgot-password',
    'Reset a forgotten password',
    'Forgot your password? Request a link to set a new one.',
  ),
  toEntry(
    '/access/settings/data',
    'Export your data or close your account',
    'Download a copy of your data or close your account in Settings.',
  ),
]
