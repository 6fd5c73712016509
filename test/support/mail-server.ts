import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The first match in a mail to this address, once there is one. */
  find(to: string, pattern: RegExp): Promise<string>
  close(): Promise<void>
}

/** A real mail server on this machine, which keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: readable(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const { port } = await new Promise<AddressInfo>((done) => {
    const listening = server.listen(0, '127.0.0.1', () => done(listening.address() as AddressInfo))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    find: async (to, pattern) => {
      for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
        const found = mails
          .filter((mail) => mail.to.includes(to))
          .map(({ text }) => pattern.exec(text)?.[0])
          .find(Boolean)
        if (found) return found
      }
      throw new Error(`No mail to ${to} says ${pattern}`)
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** Lines that the transport folded are whole again. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
