import type { SignInMode } from './sign-in-messages.ts'

/** The account terms, and a contact. */
export function SignInTerms({ mode }: { mode: SignInMode }) {
  const link = 'text-ink underline decoration-1 underline-offset-4'
  return (
    <p className="mt-6 border-t border-line pt-5 text-[0.8125rem] leading-relaxed text-ink-2">
      {mode === 'register' ? 'By creating an account you accept the ' : 'Your account is subject to the '}
      <a className={link} href="/legal/terms-of-service">
        Terms of Service
      </a>{' '}
      and the{' '}
      <a className={link} href="/legal/privacy-policy">
        Privacy Policy
      </a>
      .{' '}
      {mode === 'sign-in' && (
        <>
          Trouble signing in?{' '}
          <a className={link} href="/docs/help-support">
            Contact support
          </a>
          .
        </>
      )}
    </p>
  )
}
