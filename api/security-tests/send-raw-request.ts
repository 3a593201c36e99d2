import { connect } from 'node:net'

interface RawResponse {
  /** 0 if the connection was closed without a response. */
  status: number
  headers: Headers
  body: string
}

/** Parses the first response. */
function readResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers()
  for (const field of fields) {
    const at = field.indexOf(':')
    if (at > 0) headers.append(field.slice(0, at), field.slice(at + 1).trim())
  }
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') }
}

/** Sends bytes, one per character, and reads until the server closes: the request must ask for that, or be rejected. */
export function sendRawRequest(port: number, bytes: string): Promise<RawResponse> {
  const { promise, resolve } = Promise.withResolvers<RawResponse>()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const end = () => resolve(readResponse(text))
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('close', end)
  socket.on('error', end)
  socket.write(Buffer.from(bytes, 'latin1'))
  return promise
}
