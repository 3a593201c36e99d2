/** What makes a file unreadable for a checker. All checkers refuse such a file with the same reason. */

const sentences = {
  text: 'The file is not text in UTF-8, or holds half a character.',
  json: 'The file is not JSON, or has something before or after it, such as a byte order mark.',
  depth: 'The JSON of the file is nested too deeply.',
  name: 'A name stands twice in one object.',
  number: 'A number is not written as a whole number in digits.',
  field: 'A field is missing, or there is one that the format does not have.',
  type: 'A field holds another kind of value than the format says.',
  size: 'A text or a list is longer than the format allows.',
  version: 'The file has a version of the format that this checker does not know.',
  empty: 'The file has no leaf.',
  series: 'A series stands twice.',
  opening: 'The file has a key of the holder for a series of which it has no leaf.',
  keys: 'A key stands twice in the list of keys.',
  moment: 'A day or a moment is not written as the format says, or id and moment are not of the same day.',
  account: 'The account number is not written as on statements and certificates, such as A-000123.',
} as const
export type Damage = keyof typeof sentences

/** A file that is neither right nor wrong, because it cannot be read. The message is a sentence. */
export class DamagedFile extends RangeError {
  readonly reason: Damage

  constructor(reason: Damage) {
    super(sentences[reason])
    this.reason = reason
  }
}

/** Throws a {@link DamagedFile}. */
export const refuse = (reason: Damage): never => {
  throw new DamagedFile(reason)
}
