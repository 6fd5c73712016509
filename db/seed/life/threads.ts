import type { Side } from '#modules/bookings/thread/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import { randomOf } from '../random.ts'
import type { Row } from '../rows.ts'
import type { Motif } from './photos.ts'
import type { Booked, World } from './booked.ts'

interface ActionNotice {
  side: Side
  /** Before now. */
  minutesAgo: number
  text: string
  photo?: Motif
  /** By the other side, to the office. */
  reported?: { reason: string; minutesAgo: number; removed?: { reason: string; minutesAgo: number } }
}

interface Talk {
  name: string
  said: readonly ActionNotice[]
  /** Who has read everything; who writes has read what came before. */
  read: readonly Side[]
}

const customer = (minutesAgo: number, text: string, more: Partial<ActionNotice> = {}): ActionNotice => ({
  side: 'customer',
  minutesAgo,
  text,
  ...more,
})
const company = (minutesAgo: number, text: string, more: Partial<ActionNotice> = {}): ActionNotice => ({
  ...customer(minutesAgo, text, more),
  side: 'company',
})

/** What customers and companies of stories have written, the first first. */
const TALKS: readonly Talk[] = [
  {
    name: 'under way',
    said: [
      customer(1440, 'Hello Dawn, the space outside is kept free for you. This is what it looks like.', {
        photo: 'street',
      }),
      company(1415, 'Perfect, thank you. The van fits there. We’ll be with you on time.'),
      customer(1410, 'Great. The lift is booked, so the stairs are only for the last two boxes.'),
      company(48, 'Everything in the front room is wrapped. Where should the bicycle go?', { photo: 'packed' }),
      customer(44, 'Last in, please: it comes out first.'),
      company(12, 'Will do. We should have the rest in the van within the hour.'),
    ],
    read: ['company'],
  },
  {
    name: 'waits for keys',
    said: [
      customer(600, 'The agent says that the keys are there from the morning on.'),
      company(585, 'Good. I’ll ring when we are twenty minutes away.'),
      company(24, 'We are outside and the agent has no keys yet. The clock stands at waiting.'),
      customer(9, 'Sorry! I’m on the phone to them now.'),
    ],
    read: ['customer'],
  },
  {
    name: 'change asked',
    said: [
      customer(1500, 'We have found a wardrobe in the loft. Could it come too?'),
      company(95, 'It can. I’ve sent you what it costs: have a look at the booking and say yes or no there.'),
    ],
    read: ['company'],
  },
  {
    name: 'change agreed',
    said: [
      company(2100, 'The freezer is on the list now. Please switch it off the evening before.'),
      customer(2080, 'Will do, thank you.'),
    ],
    read: ['customer', 'company'],
  },
  {
    name: 'keys',
    said: [
      customer(320, 'My agent is Hollis & Reed in the high street. They open at nine.'),
      company(300, 'Thanks. Send them the link for the keys, then we hear as soon as you may have them.'),
      customer(26, 'They have it. Do I have to be there for the van?'),
    ],
    read: ['customer'],
  },
  {
    name: 'claim open',
    said: [
      customer(4200, 'The chest of drawers has a scratch across the front that wasn’t there before.'),
      company(
        4130,
        'I’m sorry to hear that. Please put it in a claim from the booking, with a photo, and I’ll look at it.',
      ),
    ],
    read: ['customer', 'company'],
  },
  {
    name: 'messages with others',
    said: [
      customer(2900, 'Hello, is it all right if two boxes more come along?'),
      company(2880, 'Two boxes are fine. But send me £150 to my own account today, or I may not have time for you.', {
        reported: {
          reason: 'He asks for money outside of the booking and threatens not to come.',
          minutesAgo: 55,
        },
      }),
      customer(2870, 'The price is the one that I booked. I’ll pay on the day as agreed.'),
      company(2865, 'You are a timewaster, and stupid with it.', {
        reported: {
          reason: 'Rude.',
          minutesAgo: 2860,
          removed: { reason: 'An insult has no place here. The company was told.', minutesAgo: 1500 },
        },
      }),
    ],
    read: ['customer', 'company'],
  },
]

export function threadRows(world: World) {
  const talks = TALKS.flatMap((talk) => {
    const booked = world.find(talk.name)
    return booked ? [rowsOf(talk, booked, world)] : []
  })
  return {
    'bookings.message': talks.flatMap(({ messages }) => messages),
    'bookings.thread': talks.flatMap(({ thread }) => thread),
    'bookings.message_report': talks.flatMap(({ reports }) => reports),
  }
}

function rowsOf(
  { name, said, read }: Talk,
  { booking, customer: booker, driver }: Booked,
  { now, photos, admin }: World,
) {
  const authorOf = (side: Side) => (side === 'customer' ? booker.id : driver.user.id)
  // Messages are never older than the booking.
  const ago = (minutes: number) => new Date(Math.max(addMinutes(now, -minutes).getTime(), booking.createdAt.getTime()))
  const messages = said.map(({ side, minutesAgo, text, photo, reported }, index) => {
    const at = ago(minutesAgo)
    const message: Row<'bookings.message'> = {
      id: randomOf(`message ${name} ${index}`).uuid(at),
      bookingId: booking.id,
      companyId: booking.company.id,
      side,
      authorId: authorOf(side),
      text,
      photosId: photo ? photos.take(`message ${name} ${index}`, photo, at).uploadId : null,
      at,
      removedAt: reported?.removed ? ago(reported.removed.minutesAgo) : null,
    }
    return message
  })
  const last = messages.at(-1)
  if (!last) throw new Error(`Nobody says anything in ${name}`)
  const readAt = (side: Side) => {
    const own = messages.findLast((message) => message.side === side)
    return read.includes(side) ? addMinutes(last.at, 2) : (own?.at ?? null)
  }
  const unread = (side: Side) =>
    messages.filter((message) => message.side !== side && message.at > (readAt(side) ?? new Date(0))).length
  const thread: Row<'bookings.thread'> = {
    bookingId: booking.id,
    customerId: booker.id,
    companyId: booking.company.id,
    lastMessageId: last.id,
    lastAt: last.at,
    customerUnread: unread('customer'),
    companyUnread: unread('company'),
    customerReadAt: readAt('customer'),
    companyReadAt: readAt('company'),
  }
  const reports = said.flatMap(({ side, reported }, index): Row<'bookings.message_report'>[] => {
    if (!reported) return []
    const { reason, minutesAgo, removed } = reported
    return [
      {
        id: randomOf(`report ${name} ${index}`).uuid(ago(minutesAgo)),
        messageId: messages[index]?.id ?? '',
        reporterId: authorOf(side === 'customer' ? 'company' : 'customer'),
        reason,
        at: ago(minutesAgo),
        decision: removed ? 'remove' : null,
        decisionReason: removed?.reason ?? null,
        decidedAt: removed ? ago(removed.minutesAgo) : null,
        decidedBy: removed ? admin.id : null,
      },
    ]
  })
  return { messages, thread, reports }
}
