interface Names {
  first_name: string
  last_name: string
}

/** The name of an account, used everywhere. People with a single name have an empty last name. */
export const formatFullName = ({ first_name, last_name }: Names): string =>
  `${first_name} ${last_name}`.trim()

/** A last name as stored: a dash or dot standing in for none becomes empty. */
export const normalizeLastName = (last_name: string): string =>
  /[\p{L}\p{N}]/u.test(last_name) ? last_name : ''
