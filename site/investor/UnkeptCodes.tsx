import { useStore } from '@nanostores/react'
import { investorSession } from '#core/session/session'
import { UnkeptCodesStrip } from '#site/security/UnkeptCodesStrip.tsx'

/** Asks on all pages for recovery codes that nobody has kept, as the last sign-in said. */
export function UnkeptCodes() {
  const isUnkept = useStore(investorSession.$session)?.user.recovery_codes_unkept
  return isUnkept ? <UnkeptCodesStrip to="/access/settings/security" className="wrap" /> : null
}
