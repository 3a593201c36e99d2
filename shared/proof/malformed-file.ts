/** What makes a file unreadable for a checker. All checkers reject such a file with the same reason. */

const sentences = {
  text: 'The file is not valid UTF-8 text.',
  json: 'The file is not valid JSON, or has extra content before or after it, such as a byte order mark.',
  depth: 'The JSON is nested too deeply.',
  name: 'An object contains a duplicate name.',
  number: 'A number is not a whole number.',
  field: 'A field is missing or not part of the format.',
  type: 'A field has the wrong type.',
  size: 'A text or a list is longer than the format allows.',
  version: 'The file uses a format version that this checker does not support.',
  empty: 'The file contains no leaves.',
  series: 'A series appears twice.',
  opening: 'The file contains a holder key for a series without a leaf.',
  keys: 'The key list contains a duplicate key.',
  moment: 'A date or time is not correctly formatted, or the id and time are not on the same day.',
  account:
    'The account number is not in the format shown on statements and certificates, for example A-000123.',
} as const
export type MalformedFileCode = keyof typeof sentences

/** A file that is neither valid nor invalid, because it cannot be read. The message is a sentence. */
export class MalformedFileError extends RangeError {
  readonly reason: MalformedFileCode

  constructor(reason: MalformedFileCode) {
    super(sentences[reason])
    this.reason = reason
  }
}

/** Throws a {@link MalformedFileError}. */
export const rejectMalformedFile = (reason: MalformedFileCode): never => {
  throw new MalformedFileError(reason)
}
