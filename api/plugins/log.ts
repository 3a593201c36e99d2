import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Fields that never reach the log, wherever an object carries them. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'session_id',
]

/** JSON lines on standard output; `level` is the least severe that is written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
