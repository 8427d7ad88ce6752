import type { Socket } from 'node:net'

const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * What cannot be read as a request, before anything of ours has begun. A browser opens connections in advance, and may send a
 * call over one in the very moment its time is over: told 408 it sends it again over another one, where a 400 would be its answer.
 */
export function answerClientError({ code = '' }: { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_LINES[code] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
