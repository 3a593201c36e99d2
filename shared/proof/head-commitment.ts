/**
 * Heads in a snapshot. A head is the hash of the latest entry of a register or of the audit log. A snapshot contains a
 * commitment to it, so that two snapshots do not reveal whether there was an entry between them.
 */
import { sha256 } from '#shared/sha256'
import { fromHex, joinBytes } from './byte-encoding.ts'

const HEAD = new Uint8Array([0x02])

/**
 * Whether a text is a head (64 hexadecimal digits) or an opened one: 64 digits of its nonce, followed by those of the
 * head.
 */
export const isChainHead = (text: string): boolean => /^[0-9a-f]{64}([0-9a-f]{64})?$/.test(text)

/** The message for an invalid text. */
export const INVALID_HEAD_MESSAGE = 'A head has 64 hexadecimal digits, or 128 with its nonce.'

/**
 * The bytes whose SHA-256 is a commitment: 0x02, nonce (32), head (32; empty if there is no entry). `opened` is nonce
 * and head, hexadecimal. Throws a RangeError for text that is not hexadecimal.
 */
export const headBytes = (opened: string): Uint8Array<ArrayBuffer> => joinBytes(HEAD, fromHex(opened))

/** The commitment to a head, hexadecimal, see {@link headBytes}. */
export const computeCommitment = (opened: string): Promise<string> => sha256(headBytes(opened))
