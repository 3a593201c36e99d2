import type { AdminRole } from '#shared/enums/accounts'

interface TokenClaims {
  /** Milliseconds since 1970 at which the token expires; undefined when it has no such claim. */
  endsAt: number | undefined
  /** Id of the user the token was issued to. */
  ownerId: number | undefined
  /** For an administrator; undefined in tokens issued before roles existed. */
  roles: AdminRole[] | undefined
}

/** The claims of a JWT. Only the server can verify them. */
export function decodeClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp, sub, roles } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const ownerId = Number(sub)
    return {
      endsAt: typeof exp === 'number' ? exp * 1000 : undefined,
      ownerId: Number.isInteger(ownerId) && ownerId > 0 ? ownerId : undefined,
      roles: Array.isArray(roles) ? roles : undefined,
    }
  } catch {
    return { endsAt: undefined, ownerId: undefined, roles: undefined }
  }
}
