/**
 * Heads in a snapshot. A head is the hash of the newest entry of a register or of the audit log. A snapshot names a
 * commitment to it, so that nobody sees from two snapshots whether there was an entry between them.
 */
import { sha256 } from '#shared/sha256'
import { fromHex, joinBytes } from './bytes.ts'

const HEAD = new Uint8Array([0x02])

/** Whether a text is a head, 64 hexadecimal digits, or an opened one: 64 of its nonce, and those of the head after it. */
export const isHead = (text: string): boolean => /^[0-9a-f]{64}([0-9a-f]{64})?$/.test(text)

/** What is said of a text that is none. */
export const NO_HEAD = 'A head has 64 hexadecimal digits, with its nonce 128.'

/**
 * The bytes whose SHA-256 is a commitment: 0x02, nonce (32), head (32; none where there is no entry). `opened` is nonce
 * and head, hexadecimal. Throws a RangeError for text that is not hexadecimal.
 */
export const headBytes = (opened: string): Uint8Array<ArrayBuffer> => joinBytes(HEAD, fromHex(opened))

/** The commitment to a head, hexadecimal, see {@link headBytes}. */
export const commitmentOf = (opened: string): Promise<string> => sha256(headBytes(opened))
