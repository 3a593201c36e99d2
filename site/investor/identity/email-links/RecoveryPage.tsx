import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { accountPages, recoveryPages } from '#core/browser/area-pages'
import { getSignInUrl } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { NotFound } from '#site/investor/kit/NotFound.tsx'
import { ConfirmEmailPage, RestoreEmailPage, UnrecognizedSignInPage } from './EmailLinkPages.tsx'
import { FeedbackPage } from './FeedbackPage.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'
import { Unsubscribe } from './Unsubscribe.tsx'

const Notifications = lazy(async () => ({
  default: (await import('#site/investor/messaging/Notifications.tsx')).Notifications,
}))
const SignInPage = lazy(async () => ({
  default: (await import('#site/investor/identity/sign-in/SignInPage.tsx')).SignInPage,
}))

const isSignedIn = () => investorSession.read() !== null

/** Opens another page in place of this one. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}

/** Redirects a visitor to sign in, and back afterwards. */
function OwnNotifications() {
  const { pathname, search } = useLocation()
  return isSignedIn() ? <Notifications /> : <Redirect to={getSignInUrl(pathname + search)} />
}

const Register = () => (isSignedIn() ? <Redirect to="/access/dashboard" /> : <SignInPage />)

const pages: Record<(typeof recoveryPages | typeof accountPages)[number], ComponentType> = {
  notifications: OwnNotifications,
  register: Register,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmailPage,
  'restore-email': RestoreEmailPage,
  'not-me': UnrecognizedSignInPage,
  unsubscribe: Unsubscribe,
  feedback: FeedbackPage,
}

const isPage = (name: string): name is keyof typeof pages => Object.hasOwn(pages, name)

/** An account or recovery page by the last segment of its path, or else Page Not Found. */
export function RecoveryPage() {
  const { '*': page = '' } = useParams()
  const Page = isPage(page) ? pages[page] : NotFound
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
