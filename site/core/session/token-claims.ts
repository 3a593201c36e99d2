interface TokenClaims {
  /** Milliseconds since 1970 at which the token ends; undefined when it does not say. */
  endsAt: number | undefined
  /** Id of whom it was given to. */
  ownerId: number | undefined
}

/** What a JWT says of itself. Only the server can tell whether it is true. */
export function readClaims(token: string): TokenClaims {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp, sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const ownerId = Number(sub)
    return {
      endsAt: typeof exp === 'number' ? exp * 1000 : undefined,
      ownerId: Number.isInteger(ownerId) && ownerId > 0 ? ownerId : undefined,
    }
  } catch {
    return { endsAt: undefined, ownerId: undefined }
  }
}
