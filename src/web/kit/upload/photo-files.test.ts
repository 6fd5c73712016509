import { describe, expect, it } from 'vitest'
import { kindOf, preparePhoto, refusalOf } from './photo-files.ts'

describe('kindOf', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'taken'],
    ['a.heic', 'image/heic', 'heic'],
    ['a.HEIC', '', 'heic'],
    ['a.heif', 'image/heif-sequence', 'heic'],
    ['a.gif', 'image/gif', 'other'],
    ['a.pdf', 'application/pdf', 'other'],
    ['a', '', 'other'],
  ])('%s of type "%s" is %s', (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind)
  })
})

describe('refusalOf', () => {
  it('says what to do', () => {
    expect(refusalOf({ name: 'plan.pdf', type: 'application/pdf', size: 9 })).toMatch(
      /^We can’t read plan\.pdf\. Use JPEG/,
    )
    expect(refusalOf({ name: 'a.jpg', type: 'image/jpeg', size: 0 })).toBe('a.jpg is empty.')
    expect(refusalOf({ name: 'a.jpg', type: 'image/jpeg', size: 1 })).toBeUndefined()
  })
})

describe('preparePhoto', () => {
  it('leaves a small picture as it is', async () => {
    const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
    expect(await preparePhoto(file)).toEqual({ ok: true, file })
  })

  it('refuses HEIC with a clear sentence where it cannot be read', async () => {
    const prepared = await preparePhoto(new File(['x'], 'stairs.heic', { type: 'image/heic' }))
    expect(prepared).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/can’t read stairs\.heic.*JPEG/) as string,
    })
  })

  it('refuses what stays larger than the server takes', async () => {
    const file = new File([new Uint8Array(11 * 1024 * 1024)], 'big.png', { type: 'image/png' })
    expect(await preparePhoto(file)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/larger than 10 MB/) as string,
    })
  })
})
