/**
 * The input of a requested call. It is encrypted because it can contain an initial password, and so that no one can
 * edit it in the database.
 */
import { decryptSecret, encryptSecret } from '#modules/identity/second-factors/secret-encryption'

export interface ApprovalInput {
  params: Record<string, string>
  body: unknown
}

/** What the input is bound to: it opens in no other row. */
interface Bound {
  call: string
  proposed_by: number
  fingerprint: string
}

const contextOf = ({ call, proposed_by, fingerprint }: Bound): string =>
  `proposal of ${proposed_by}: ${call} ${fingerprint}`

/** Encrypts the input of a call. */
export const encryptInput = (input: ApprovalInput, bound: Bound): string =>
  encryptSecret(JSON.stringify(input), contextOf(bound))

/** The input of a call; undefined if it was tampered with, or its key is lost. */
export function decryptInput(sealed: string, bound: Bound): ApprovalInput | undefined {
  const text = decryptSecret(sealed, contextOf(bound))
  return text === undefined ? undefined : JSON.parse(text)
}
