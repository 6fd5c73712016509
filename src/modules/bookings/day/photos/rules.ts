import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import type { dayPhoto } from '../contract.ts'
import type { PhotoStage } from '../rules.ts'

export type DayPhotoView = Camel<z.output<typeof dayPhoto>>

interface KeptPhoto {
  id: string
  bookingId: string
  stage: PhotoStage
  /** SHA-256 of the file, in hexadecimal. */
  digest: string
  at: Date
}

export const photoView = ({ id, bookingId, stage, digest, at }: KeptPhoto): DayPhotoView => ({
  id,
  stage,
  url: `/api/booking/${bookingId}/day-photos/${id}/`,
  sha256: digest,
  at: at.toISOString(),
})
