/** [CE3] Ends connections whose answers nobody takes: what they hold is free again. Knows no requests. */
import type { Server, Socket } from 'node:net'
import type { Every } from '../sync/pokes.ts'

export const unreadMs = 30_000
const lookMs = 5_000

interface Seen {
  written: number
  /** ms since 1970: nothing has been taken since. */
  since: number
}

/** `event`: with which the server tells of one that is open. Returns how to stop. */
export function endUnread(
  server: Server,
  event: 'connection' | 'secureConnection',
  { every, now }: { every: Every; now(): Date },
): () => void {
  const open = new Map<Socket, Seen>()
  server.on(event, (socket: Socket) => {
    open.set(socket, { written: 0, since: now().getTime() })
    socket.once('close', () => open.delete(socket))
  })
  return every(lookMs, () => {
    const at = now().getTime()
    for (const [socket, seen] of open) {
      const { bytesWritten: written, writableLength } = socket
      const isTaken = writableLength === 0 || written !== seen.written
      if (isTaken) open.set(socket, { written, since: at })
      else if (at - seen.since >= unreadMs) socket.destroy()
    }
  })
}
