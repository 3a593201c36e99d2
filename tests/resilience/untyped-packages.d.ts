/** The parts in use of packages without types. */
declare module 's3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
  export = S3rver
}

declare module 'smtp-server' {
  import type { Readable } from 'node:stream'

  interface Session {
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] }
    secure: boolean
    user?: string
  }
  type Done = (error?: (Error & { responseCode?: number }) | null, result?: { user: string }) => void
  interface Options {
    key?: string
    cert?: string
    authOptional?: boolean
    allowInsecureAuth?: boolean
    disabledCommands?: string[]
    onAuth?(auth: { username?: string; password?: string }, session: Session, done: Done): void
    onRcptTo?(address: { address: string }, session: Session, done: Done): void
    onData?(stream: Readable, session: Session, done: Done): void
  }
  export class SMTPServer {
    constructor(options: Options)
    listen(port: number, host: string, listening: () => void): void
    close(closed: () => void): void
    on(event: 'error', listener: (error: Error) => void): void
  }
}
