import { connect, Socket } from 'node:net'

/** A socket for the database client, which would otherwise choose host and port itself: it connects to this path. */
export function socketTo(path: string): Socket {
  const socket = new Socket()
  const open = socket.connect.bind(socket)
  socket.connect = (() => open({ path })) as typeof socket.connect
  return socket
}

/** Whether somebody listens there. */
export const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
