/** Common and leaked passwords that are rejected. Server and build only: the full list is a large module. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { listPasswordForms } from './password-blocklist.ts'

/** Their normalized forms, each once. */
export const loadCommonPasswordForms = (): Set<string> =>
  new Set(dictionary['passwords-common'].flatMap((one) => listPasswordForms(String(one))))
