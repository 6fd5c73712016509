import type { Config } from '#platform/config.ts'
import { codeOf } from '#platform/errors.ts'
import { fieldsOf } from '#shared/records.ts'
import { isFinalRefusal, senderOf } from './rules.ts'

/** A message to be delivered. */
export interface Outgoing {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  attachments?: readonly { name: string; contentType: string; content: string }[]
}

/** Delivers messages of one channel. Resolves once the provider has accepted it; rejects with a DeliveryFailure. */
export interface Delivery {
  send(message: Outgoing): Promise<void>
}

declare module '#platform/ctx.ts' {
  interface Services {
    readonly mail: Delivery
    readonly sms: Delivery
  }
}

/** `message` contains codes only, because mail servers quote addresses in their answers. */
export class DeliveryFailure extends Error {
  readonly isFinal: boolean
  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
  }
}

export const createDeliveries = (
  config: Pick<Config, 'smtp' | 'sms' | 'mailFrom'>,
): { mail: Delivery; sms: Delivery } => ({
  mail: config.smtp ? smtpDelivery(config.smtp.url, config.mailFrom) : mailbox,
  sms: config.sms ? smsDelivery(config.sms) : mailbox,
})

/** Delivers nothing: the message can be read at /dev/mailbox. */
const mailbox: Delivery = { send: async () => undefined }

const seconds = (count: number) => count * 1000

function smtpDelivery(url: string, mailFrom: string): Delivery {
  const { hostname, username } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const settings = {
    url,
    // Passwords are never sent to another machine unencrypted.
    requireTLS: username !== '' && !isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
    dnsTimeout: seconds(5),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
  }
  // Loaded with the first mail, so that it does not slow the start.
  let connecting: ReturnType<typeof connect> | undefined
  const connect = async () => (await import('nodemailer')).createTransport(settings)
  const from = senderOf(mailFrom)
  const domain = from.address.slice(from.address.indexOf('@') + 1)
  return {
    send: async ({ id, to, subject, text, html, attachments = [] }) => {
      try {
        const transport = await (connecting ??= connect())
        await transport.sendMail({
          from,
          // Structured, so that no character in an address can be read as a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          ...(html ? { html } : {}),
          // Mail programs act on the same words beside the text; the file is for those that don't.
          alternatives: attachments
            .filter(isCalendar)
            .map(({ content }) => ({ contentType: calendarType(content), content })),
          attachments: attachments.map(({ name, contentType, content }) =>
            contentType.startsWith('text/')
              ? {
                  filename: name,
                  contentType:
                    contentType === 'text/calendar' ? calendarType(content) : `${contentType}; charset=utf-8`,
                  content,
                }
              : { filename: name, contentType, content, encoding: 'base64' },
          ),
          // The same for every try, so that mail programs recognise a duplicate.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw smtpFailure(error)
      }
    },
  }
}

function smtpFailure(error: unknown): DeliveryFailure {
  const errorFields = fieldsOf(error)
  const responseCode = typeof errorFields.responseCode === 'number' ? errorFields.responseCode : undefined
  const command = typeof errorFields.command === 'string' ? errorFields.command : undefined
  const parts = ['smtp', codeOf(error) || undefined, responseCode, command].filter((part) => part !== undefined)
  return new DeliveryFailure(parts.join(' '), isFinalRefusal({ responseCode, command }))
}

const isCalendar = ({ contentType }: { contentType: string }) => contentType === 'text/calendar'

/**
 * Content type with the method that the file itself names: without it a mail program shows a file and enters no event.
 */
function calendarType(content: string): string {
  const method = /^METHOD:([A-Z]+)\r?$/m.exec(content)?.[1] ?? 'PUBLISH'
  return `text/calendar; charset=utf-8; method=${method}`
}

/** Any provider or adapter that accepts `POST {id, to, text}` with a bearer key and answers 2xx. */
function smsDelivery({ url, key }: { url: string; key: string }): Delivery {
  return {
    send: async ({ id, to, text }) => {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(seconds(10)),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ id, to, text }),
      }).catch((error: unknown) => {
        throw new DeliveryFailure(`sms ${error instanceof Error ? error.name : 'unreachable'}`, false)
      })
      await response.body?.cancel()
      if (response.ok) return
      const isFinal = response.status >= 400 && response.status < 500 && ![401, 403, 408, 429].includes(response.status)
      throw new DeliveryFailure(`sms ${response.status}`, isFinal)
    },
  }
}
