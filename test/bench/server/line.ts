/** A connection that is kept, for pushes one after the other: it costs less than a client of Node's own. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answered {
  status: number
  text: string
}

export class Line {
  readonly #socket: Socket
  readonly #head: string
  #heard = ''
  #answer: ((answered: Answered) => void) | undefined

  private constructor(socket: Socket, head: string) {
    this.#socket = socket
    this.#head = head
    // Latin-1, so that a length in bytes is one in characters.
    socket.setEncoding('latin1').on('data', (text: string) => this.#hear(text))
  }

  static async open(port: number, cookie: string): Promise<Line> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.setNoDelay(true)
    const origin = `http://127.0.0.1:${port}`
    const lines = [
      'POST /api/sync/push HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      `origin: ${origin}`,
      `cookie: ${cookie}`,
      'content-type: application/json',
    ]
    return new Line(socket, lines.join('\r\n'))
  }

  push(body: string): Promise<Answered> {
    return new Promise(resolve => {
      this.#answer = resolve
      this.#socket.write(`${this.#head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#heard += text
    const end = this.#heard.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#heard.slice(0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`An answer without a length:\n${head}`)
    const whole = end + 4 + Number(length)
    if (this.#heard.length < whole) return
    const answered = { status: Number(head.slice(9, 12)), text: this.#heard.slice(end + 4, whole) }
    this.#heard = this.#heard.slice(whole)
    this.#answer?.(answered)
  }
}
