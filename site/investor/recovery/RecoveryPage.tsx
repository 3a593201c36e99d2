import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { recoveryPages } from '#core/browser/area-pages'
import { NotFound } from '#site/investor/NotFound.tsx'
import { ConfirmEmail, NotMe, RestoreEmail, Unsubscribe } from './EmailLinks.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'

const pages: Record<(typeof recoveryPages)[number], ComponentType> = {
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmail,
  'restore-email': RestoreEmail,
  'not-me': NotMe,
  unsubscribe: Unsubscribe,
}

const isPage = (name: string): name is keyof typeof pages => Object.hasOwn(pages, name)

/** A page on the way back into an account, by the last segment of its path; else Page Not Found. */
export function RecoveryPage() {
  const { '*': page = '' } = useParams()
  const Page = isPage(page) ? pages[page] : NotFound
  return <Page />
}
