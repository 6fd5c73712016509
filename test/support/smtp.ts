import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export interface TestSmtp {
  url: string
  close(): Promise<void>
}

/** A real SMTP server without encryption or passwords. `onData` is asked as soon as DATA begins. */
export async function startSmtpServer(options: SMTPServerOptions): Promise<TestSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    ...options,
  })
  // A client that was killed is an error of its connection.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(() => closed())) }
}

/** The whole of what was sent. */
async function readMail(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Hands on what was sent, once it is whole; whoever is killed in the middle of it has sent nothing. */
export const onceWhole = (stream: AsyncIterable<Buffer>, take: (mail: string) => void | Promise<void>): void =>
  void readMail(stream).then(take, () => undefined)

export const messageIdOf = (mail: string): string => /^Message-ID: <([^@>]+)@/im.exec(mail)?.[1] ?? ''
