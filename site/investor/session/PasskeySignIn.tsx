import { signInWithPasskey } from '#core/security/second-step'
import { PasskeyButton } from '#site/security/PasskeyButton.tsx'
import { enter } from './sign-in.ts'

/** Signing in with a passkey in place of email and password. */
export function PasskeySignIn({ disabled }: { disabled: boolean }) {
  const signIn = async () => {
    const session = await signInWithPasskey({})
    if ('underway' in session) enter('sign-in', session)
  }
  return <PasskeyButton disabled={disabled} signIn={signIn} />
}
