import { setTimeout as sleep } from 'node:timers/promises'
import { onceWhole, startSmtpServer } from './smtp.ts'

export interface MailServer {
  url: string
  /** The first match in a mail to this address, once there is one. */
  find(to: string, pattern: RegExp): Promise<string>
  close(): Promise<void>
}

/** A mail server that keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = []
  const server = await startSmtpServer({
    onData(stream, { envelope }, done) {
      onceWhole(stream, (mail) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: readable(mail) })
        done()
      })
    },
  })
  return {
    ...server,
    find: async (to, pattern) => {
      for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
        const found = mails
          .filter((mail) => mail.to.includes(to))
          .map(({ text }) => pattern.exec(text)?.[0])
          .find(Boolean)
        if (found) return found
      }
      throw new Error(`No email to ${to} says ${pattern}`)
    },
  }
}

/** Lines that the transport folded are whole again. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
