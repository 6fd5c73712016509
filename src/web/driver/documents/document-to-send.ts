import { mustExpire } from '#modules/fleet/documents/rules.ts'
import { parsePounds } from '#shared/money.ts'
import type { Document } from '#web/kit/documents/document-texts.ts'
import type { ToSend } from '#web/kit/documents/to-send.ts'
import { coverErrors, type TypedCover } from './cover-fields.tsx'

interface Typed {
  expiresOn: string
  cover: TypedCover
}

/** A document with what is printed on it; the server looks again. */
export function documentToSend(
  unitId: string,
  { kind, label }: Pick<Document, 'kind' | 'label'>,
  { expiresOn, cover }: Typed,
): ToSend {
  const hasCover = kind === 'goods_in_transit'
  return {
    path: `/api/company/working-unit/${unitId}/docs/`,
    fields: { kind, expires_on: expiresOn, ...(hasCover ? coverFields(cover) : {}) },
    places: ['expires_on', 'cover_pence', 'cover_per_item_pence'],
    flaws: {
      ...(mustExpire(kind) && expiresOn === '' ? { expires_on: 'Enter the expiry date.' } : {}),
      ...(hasCover ? coverErrors(cover) : {}),
    },
    takesPages: true,
    done: { title: `${label} sent`, text: 'We’ll check it, usually within a day.' },
  }
}

const coverFields = ({ total, perItem }: TypedCover) => ({
  cover_pence: String(parsePounds(total)),
  cover_per_item_pence: String(parsePounds(perItem)),
})
