import type { NoticeText } from '../notices/messages.ts'

/** Notice to the other side, with the part of the message that it may read. */
export const messageCame = (message: {
  from: string
  about: string
  text: string
  hasPhotos: boolean
  url: string
}): NoticeText => {
  const { from, about, text, hasPhotos, url } = message
  const content = text || (hasPhotos ? 'A photo.' : '')
  return {
    kind: 'message_received',
    subject: `${from} has written: ${about}`,
    sms: `Vanfare: ${from} has written about ${about}. ${url}`,
    mail: {
      eyebrow: about,
      title: `${from} has written`,
      paragraphs: [content, ...(text && hasPhotos ? ['With a photo.'] : [])],
      action: { label: 'Read and answer', url },
    },
  }
}

export const reportDecided = (report: { wasRemoved: boolean; reason: string; url: string }): NoticeText => {
  const title = report.wasRemoved ? 'We have removed the message' : 'We have left the message as it is'
  return {
    kind: 'report_decided',
    subject: title,
    sms: `Vanfare: ${title.toLowerCase()} that you reported. ${report.url}`,
    mail: {
      title,
      paragraphs: ['You showed us a message.', ...(report.reason ? [report.reason] : [])],
      action: { label: 'See the messages', url: report.url },
    },
  }
}

export const officeReport = (report: { about: string; reason: string; url: string }) => ({
  kind: 'office_message_report',
  subject: `A message was reported: ${report.about}`,
  mail: {
    title: 'A message was reported',
    paragraphs: [report.about, report.reason],
    action: { label: 'Look at it', url: report.url },
  },
})
