/** Markdown introduction to the description of the calls of visitors and investors. */
export const API_INTRODUCTION = `The API behind this site. No API key is required: public calls need no authentication; investor calls need a session access token.

## Conventions

- **Money** amounts are decimal strings, such as \`"1250.00"\`; units have six decimals. Market prices, percentages and counts are numbers.
- **Times** are ISO 8601 in UTC. Days are \`YYYY-MM-DD\`.
- **Lists** accept \`limit\` and \`offset\`, and return \`pagination\`.
- **Errors** use the *Problem* schema: \`error\` is a human-readable message, \`code\` is stable and machine-readable. Quote \`request_id\` when contacting support.
- **New fields** may be added to responses. Ignore unknown fields.

## Sign in

\`POST /auth/user/login\` with \`email\` and \`password\` returns \`access_token\`, \`refresh_token\` and \`expires_in\` (seconds). Send the access token as \`Authorization: Bearer …\`. With two-step verification, the response contains \`second_factor\` instead of tokens; complete sign-in at \`POST /auth/second-factor\`.

Before the access token expires, \`POST /auth/refresh\` exchanges the refresh token for new ones. Each refresh token can be used once.

## Write requests

- Where \`X-CSRF-Token\` is required, send the token from \`GET /csrf-token\`. It is bound to the session and valid for one hour.
- Where \`Idempotency-Key\` is supported, send a random key for each new object and the same key on retries. Repeats within 24 hours return the original response and create no duplicates.
- \`403 step_up_required\` means that identity confirmation is needed: confirm at \`POST /user/step-up\`, then repeat the call.

## Limits

Rate limits are listed for each call. Above the limit, the response is \`429\` with the wait in seconds in \`Retry-After\`.`

/** The same for the panel's calls. */
export const ADMIN_API_INTRODUCTION = `The administrator panel API. Each call lists its required permission. The first path segment is known only to administrators.

Money amounts are decimal strings; market prices, percentages and counts are numbers. Times are ISO 8601 in UTC. Errors use the *Problem* schema. Calls that require dual approval return \`202\` with the approval request; no changes are made until it is approved.`
