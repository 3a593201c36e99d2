/** The common and leaked passwords that are refused. For the server and the build: the whole list is a large module. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { formsOf } from './refused-passwords.ts'

/** Their compared forms, each once. */
export const readCommonForms = (): Set<string> =>
  new Set(dictionary['passwords-common'].flatMap((one) => formsOf(String(one))))
