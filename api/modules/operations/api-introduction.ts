/** What the description of the calls of visitors and investors says before the calls, in Markdown. */
export const API_INTRODUCTION = `The calls behind the pages of this site. None needs a key: public calls need nothing, calls of an investor need the access token of a session.

## Conventions

- **Money** that the platform keeps is a decimal string, such as \`"1250.00"\`; units have six decimals. Market prices, percents and counts are numbers.
- **Times** are ISO 8601 in UTC. Days are \`YYYY-MM-DD\`.
- **Lists** that can grow take \`limit\` and \`offset\`, and return \`pagination\`.
- **Errors** have the form of *Problem*: \`error\` is a sentence for people, \`code\` is for programs and stays. \`request_id\` is what support asks for.
- **Fields may be added** to a response. Ignore those that you do not know.

## Sign in

\`POST /auth/user/login\` with \`email\` and \`password\` returns \`access_token\`, \`refresh_token\` and \`expires_in\` (seconds). Send the access token as \`Authorization: Bearer …\`. With a second factor the response is \`second_factor\` in place of tokens: answer it at \`POST /auth/second-factor\`.

Before the access token expires, \`POST /auth/refresh\` exchanges the refresh token for new ones. Each refresh token counts once.

## Calls that change something

- Where \`X-CSRF-Token\` is named, send the token of \`GET /csrf-token\`. It belongs to the session and lasts an hour.
- Where \`Idempotency-Key\` is named, send a random key for each thing that you create, and the same key with each retry. Within 24 hours a repeat gets the first response, and nothing is stored twice.
- \`403 step_up_required\` asks who is calling: confirm at \`POST /user/step-up\`, then repeat the call.

## Limits

Each call names its own. Over it the response is \`429\`, with the seconds to wait in \`Retry-After\`.`

/** The same for the calls of the panel. */
export const PANEL_INTRODUCTION = `The calls of the panel, for administrators. Each names the permission that it needs. The first part of the path is the segment that only administrators know.

Money that the platform keeps is a decimal string; market prices, percents and counts are numbers. Times are ISO 8601 in UTC. Every error has the form of *Problem*. A call that needs a second pair of eyes returns \`202\` with the proposal, and nothing has changed yet.`
