import { z } from 'zod'
import { paymentMethod, helpLevel, vanCategory } from '#modules/quoting/contract.ts'
import { completedPoint } from '#modules/quoting/move/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { booking } from '../../contract.ts'

/** The booking as it was answered, with what the customer changed. What is left out stays; what no customer writes is passed over. */

export const needsProposal = refusal(
  'needs_proposal',
  409,
  'The move, its time and its price change only if you and the company agree. Propose a change instead.',
)
export const bookingOver = refusal('booking_over', 409, 'This booking is over, so it can’t be changed.')

const { contact_number, contact_name, flat_and_house, customer_email, delivery_contact_same_as_pick_up } =
  completedPoint.shape

/** The object is not strict, so that a client can send back an answer of ours unchanged. */
const point = z.object({
  number: z.int().min(0).max(9),
  postcode: z.string().max(16).nullish(),
  stairs: z.int().min(0).max(9).nullish(),
  formatted_address: z.string().trim().max(300, 'Keep this under 300 characters.').nullish(),
  address: z
    .object({
      formatted_address: z.string().trim().max(300, 'Keep this under 300 characters.').nullish(),
      postcode: z.string().max(16).nullish(),
    })
    .nullish(),
  flat_and_house,
  contact_name,
  contact_number,
  customer_email,
  delivery_contact_same_as_pick_up,
})

export const editBooking = endpoint({
  id: 'editBooking',
  method: 'PUT',
  path: '/booking/{id}/',
  summary: 'Change notes, contacts, flats and photos of a booking; the rest needs the company’s agreement',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  body: z.object({
    customer_note: z.string().trim().max(4000, 'Keep this under 4000 characters.').nullish(),
    photos_id: z.string().max(100).nullish(),
    route_points: z.array(point).max(10).nullish(),
    items: z
      .array(
        z.object({
          name: z.string().max(200),
          amount: z.int(),
          need_assembling: z.boolean(),
          need_disassembling: z.boolean(),
          note: z.string().trim().max(200, 'Keep this under 200 characters.').nullish(),
        }),
      )
      .max(300)
      .nullish(),
    start_at: z.iso.datetime().max(40).nullish(),
    end_at: z.iso.datetime().max(40).nullish(),
    total_pence: z.int().nullish(),
    ceiling_pence: z.int().nullish(),
    payment_method: paymentMethod.nullish(),
    van_category: vanCategory.nullish(),
    need_tail_lift: z.boolean().nullish(),
    man_power: helpLevel.nullish(),
  }),
  answer: booking,
  refusals: [needsProposal, bookingOver, commonRefusals.conflict],
  limit: { name: 'edit-booking', per: 'user', count: 120, seconds: 3600 },
})
