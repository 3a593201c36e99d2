/** The input of a proposed call. It is encrypted: it can hold a first password, and nobody can edit it in the database. */
import { decryptSecret, encryptSecret } from '#modules/factors/secret-box'

export interface ProposedInput {
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
export const sealInput = (input: ProposedInput, bound: Bound): string =>
  encryptSecret(JSON.stringify(input), contextOf(bound))

/** The input of a call; undefined when it was changed, or its key is lost. */
export function openInput(sealed: string, bound: Bound): ProposedInput | undefined {
  const text = decryptSecret(sealed, contextOf(bound))
  return text === undefined ? undefined : JSON.parse(text)
}
