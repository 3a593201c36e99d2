import { formatFullName, normalizeLastName } from '#shared/full-name'

/** The name that the form is prefilled with. A person with a single name may have entered it twice. */
export function suggestName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const first = first_name.trim()
  const last = normalizeLastName(last_name.trim())
  return formatFullName({
    first_name: first,
    last_name: first.toLowerCase() === last.toLowerCase() ? '' : last,
  })
}
