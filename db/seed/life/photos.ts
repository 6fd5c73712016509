import { createHash } from 'node:crypto'
import type { Picture } from '../drawings.ts'
import { randomOf } from '../random.ts'
import type { Row } from '../rows.ts'
import { drawRoom, drawScratch, drawStreet, drawWardrobe } from './scenes.ts'

export type Motif = 'packed' | 'empty' | 'scratch' | 'street' | 'wardrobe'

export type Pictures = Record<Motif, Picture & { digest: string }>

/** Each drawn once; every photo of the demonstration is one of them. */
export async function drawPictures(): Promise<Pictures> {
  const [packed, empty, scratch, street, wardrobe] = await Promise.all([
    drawRoom('packed'),
    drawRoom('empty'),
    drawScratch(),
    drawStreet(),
    drawWardrobe(),
  ])
  const digested = (picture: Picture) => ({
    ...picture,
    digest: createHash('sha256').update(picture.bytes).digest('hex'),
  })
  return {
    packed: digested(packed),
    empty: digested(empty),
    scratch: digested(scratch),
    street: digested(street),
    wardrobe: digested(wardrobe),
  }
}

export interface TakenPhoto {
  uploadId: string
  fileId: string
  /** SHA-256 of its bytes, in hexadecimal. */
  digest: string
}

/** Photos by name, as uploads of their own that are attached. */
export class PhotoBook {
  readonly #pictures: Pictures
  readonly #taken: { motif: Motif; uploadId: string; fileId: string; key: string; at: Date }[] = []

  constructor(pictures: Pictures) {
    this.#pictures = pictures
  }

  take(name: string, motif: Motif, at: Date): TakenPhoto {
    const digestOf = (what: string) => createHash('sha256').update(`photo ${what} ${name}`)
    const photo = {
      motif,
      uploadId: digestOf('upload').digest('base64url'),
      fileId: randomOf(`photo ${name}`).uuid(at),
      key: digestOf('key').digest('hex').slice(0, 48),
      at,
    }
    this.#taken.push(photo)
    return { uploadId: photo.uploadId, fileId: photo.fileId, digest: this.#pictures[motif].digest }
  }

  uploads = (): Row<'files.upload'>[] =>
    this.#taken.map(({ uploadId: id, at }) => ({ id, addressDigest: '\\x00', createdAt: at, attachedAt: at }))

  files = (): Row<'files.file'>[] =>
    this.#taken.map(({ motif, uploadId, fileId: id, key, at }) => ({
      id,
      uploadId,
      position: 0,
      page: 1,
      storageKey: key,
      contentType: 'image/webp',
      bytes: this.#pictures[motif].bytes.length,
      width: this.#pictures[motif].width,
      height: this.#pictures[motif].height,
      originalName: 'photo.webp',
      createdAt: at,
    }))

  /** Files under each key. */
  contents = (): { key: string; bytes: Buffer }[] =>
    this.#taken.map(({ key, motif }) => ({ key, bytes: this.#pictures[motif].bytes }))
}
