import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytesUnused } from '#modules/files/commands.ts'
import { getUser } from '#modules/identity/contract.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp, withoutGuards } from '#test/support/app.ts'
import { decoded } from '#test/support/decoded.ts'
import { aDriver, must, download, upload, type Sent, type TestDriver } from '#test/support/driver.ts'
import { aCommission } from '#test/support/factories/commission.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import type { Part } from '#test/support/multipart.ts'
import { createPerson } from '#test/support/people.ts'
import { jpeg, picture, pngBomb } from '#test/support/pictures.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { getCompany, getCompanyProfile, updateCompany } from './contract.ts'
import { getMarketingInfo, removeCompanyPhoto, saveMarketingInfo } from './marketing/contract.ts'
import { commissionPercentOf } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a driver’s company', () => {
  it('is there at the first request, with one unit, however many requests come first', async () => {
    const person = await createPerson(app, { role: 'driver', firstName: 'Dawn' })
    const call = app.call((await sessionFor(app, person.id)).bearer)
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(getCompany)))
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.data.id : answer.problem.detail)))
    expect(ids.size).toBe(1)
    const user = await call(getUser)
    expect(user).toMatchObject({ ok: true, data: { companyId: [...ids][0] } })
    expect(user.ok && user.data.workingUnitIds).toHaveLength(1)
  })

  it('keeps what is sent and leaves the rest', async () => {
    const { call } = await aDriver(app)
    const saved = await call(updateCompany, {
      body: {
        name: ' Pennant  & Daughters ',
        legalName: 'Pennant & Daughters Ltd',
        companyNumber: '1234567',
        registeredAddress: '1 Hoe Street\r\nLondon',
        insuranceNumber: 'HR-2231/9',
        basePostcode: 'e174qh',
        paymentMethods: ['cash', 'card'],
        vatNumber: 'GB 980 7806 84',
        vatRegisteredFrom: '2024-04-01',
        taxNumber: 'ab 12 34 56 c',
        dateOfBirth: '1980-02-29',
      },
    })
    expect(saved).toMatchObject({
      ok: true,
      data: {
        name: 'Pennant & Daughters',
        companyNumber: '01234567',
        registeredAddress: '1 Hoe Street\nLondon',
        basePostcode: 'E17 4QH',
        basePlace: 'Walthamstow',
        paymentMethods: ['cash', 'card'],
        vatNumber: 'GB980780684',
        vatRegisteredFrom: '2024-04-01',
        taxNumber: 'AB123456C',
        dateOfBirth: '1980-02-29',
      },
    })
    for (const [field, value] of [
      ['tax_number', { taxNumber: 'AB123456E' }],
      ['date_of_birth', { dateOfBirth: '2020-01-01' }],
    ] as const)
      expect(await call(updateCompany, { body: value })).toMatchObject({
        status: 422,
        problem: { errors: { [field]: [expect.any(String)] } },
      })
    const later = await call(updateCompany, { body: { markColour: 'red', companyNumber: null, basePostcode: null } })
    expect(later).toMatchObject({
      ok: true,
      data: {
        name: 'Pennant & Daughters',
        markColour: 'red',
        companyNumber: null,
        basePostcode: null,
        basePlace: '',
      },
    })
  })

  it.each<[string, CallInput<typeof updateCompany>['body'], string]>([
    ['a name of nothing', { name: '  ' }, 'name'],
    ['no way of paying', { paymentMethods: [] }, 'payment_methods'],
    ['one way twice', { paymentMethods: ['cash', 'cash'] }, 'payment_methods'],
    ['a VAT number of nobody', { vatNumber: 'GB123456789', vatRegisteredFrom: '2024-01-01' }, 'vat_number'],
    ['a number without its day', { vatNumber: 'GB980780684' }, 'vat_registered_from'],
    ['a day without its number', { vatRegisteredFrom: '2024-01-01' }, 'vat_number'],
    ['a day too far ahead', { vatNumber: 'GB980780684', vatRegisteredFrom: '2028-01-01' }, 'vat_registered_from'],
    ['no postcode', { basePostcode: 'here' }, 'base_postcode'],
    ['a postcode of nowhere', { basePostcode: 'ZZ9 9ZZ' }, 'base_postcode'],
    ['a number that Companies House doesn’t give', { companyNumber: 'ABCDEFGH' }, 'company_number'],
  ])('does not take %s', async (_name, body, field) => {
    const { call } = await aDriver(app)
    const answer = await call(updateCompany, { body })
    expect(answer.ok ? 'taken' : Object.keys(answer.problem.errors ?? {})).toEqual([field])
  })

  it('T-064: takes no field that is not the driver’s to change', async () => {
    const { bearer } = await aDriver(app)
    for (const field of ['commission_percent', 'rating', 'owner_user_id', 'logo_url', 'status', 'verified']) {
      const response = await app.app.fastify.inject({
        method: 'PUT',
        url: '/api/company/',
        headers: { authorization: `Bearer ${bearer}` },
        payload: { [field]: 0 },
      })
      expect([field, response.statusCode]).toEqual([field, 422])
    }
  })

  it('is shown to customers as it shows itself, without what is none of their business', async () => {
    const driver = await aDriver(app)
    await driver.call(updateCompany, { body: { insuranceNumber: 'HR-2231/9', name: 'Hoe Street Removals' } })
    const customer = app.call((await signIn(app, 'customer')).bearer)
    const shown = await customer(getCompanyProfile, { params: { id: driver.companyId } })
    expect(shown).toMatchObject({ ok: true, data: { name: 'Hoe Street Removals', photos: [], isVatRegistered: false } })
    expect(JSON.stringify(shown)).not.toContain('HR-2231')
  })
})

describe('pictures', () => {
  let driver: TestDriver

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeEach(async () => {
    driver = await aDriver(app)
  })

  const rows = () => app.ctx.db.selectFrom('files.file').selectAll().orderBy('createdAt').orderBy('id').execute()

  /** Names of everything that lies on the disk. */
  const onDisk = (): string[] => {
    const entries = readdirSync(app.ctx.config.dataDir, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile() && /files|incoming/.test(entry.parentPath)).map(({ name }) => name)
  }

  const shown = async (): Promise<{ id?: string; url: string | null }[]> => {
    const { logoUrl, photos } = await must(driver.call(getMarketingInfo, { params: { id: driver.companyId } }))
    return [...(logoUrl ? [{ url: logoUrl }] : []), ...photos]
  }

  const lastPicture = async () => download(app, undefined, (await shown()).at(-1)?.url ?? '')

  const kinds: [kind: string, field: string, path: () => string][] = [
    ['a logo', 'logo', () => '/company/upload-company-logo/'],
    ['a photo of the gallery', 'images', () => `/company/${driver.companyId}/photos/`],
  ]

  describe.each(kinds)('%s', (_kind, field, path) => {
    const send = (part: Omit<Part, 'name'>): Promise<Sent<unknown>> =>
      upload(app, driver.bearer, path(), [{ name: field, ...part }])

    /** What an upload came to, and whether anything of it stayed. */
    async function outcome(content: Uint8Array | string) {
      const before = [await rows(), onDisk()]
      const { status, problem } = await send({ content, filename: 'logo.png', type: 'image/png' })
      await app.runJobs(bytesUnused)
      expect([await rows(), onDisk()]).toEqual(before)
      return [status, problem.code, Object.keys(problem.errors ?? {})]
    }

    it.each<[string, () => Promise<Buffer> | string]>([
      ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['SVG behind a declaration', () => '<?xml version="1.0"?><!DOCTYPE svg><svg onload="alert(1)"/>'],
      ['HTML', () => '<!doctype html><script>alert(1)</script>'],
      ['a PDF', () => '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
      ['GIF', () => picture().gif().toBuffer()],
    ])('T-069, T-072: is not %s', async (_name, content) => {
      expect(await outcome(await content())).toEqual([422, 'not_a_photo', [`${field}.0`]])
    })

    it('T-072: is not what only begins like a picture', async () => {
      const begins = (await picture().png().toBuffer()).subarray(0, 8)
      const html = Buffer.concat([begins, Buffer.from('<svg/onload=alert(1)>')])
      expect(await outcome(html)).toEqual([422, 'unreadable_photo', [`${field}.0`]])
    })

    it('T-072: of a file that is a page too only the picture is kept', async () => {
      const both = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
      expect((await send({ content: both, filename: 'x.html', type: 'text/html' })).status).toBe(201)
      const answer = await lastPicture()
      expect([answer.headers['content-type'], answer.body.includes('<script>')]).toEqual(['image/webp', false])
    })

    it('T-073: is no bomb: refused from its header, and not decoded', async () => {
      const bomb = pngBomb(14_000, 14_000)
      const pictures = await decoded(async () =>
        expect(await outcome(bomb)).toEqual([422, 'too_many_pixels', [`${field}.0`]]),
      )
      expect(pictures).toBe(0)
    })

    it('T-071: is at most 10 MB', async () => {
      expect(await outcome(Buffer.alloc(10 * 1024 ** 2 + 1, 0xff))).toEqual([413, 'too_large', [`${field}.0`]])
    })

    it('T-079: does not say where or with what it was taken', async () => {
      const exif = { IFD0: { Copyright: 'Home of Jane' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }
      const content = await picture(60, 40).withExif(exif).jpeg().toBuffer()
      expect(content.includes('Home of Jane')).toBe(true)
      expect((await send({ content })).status).toBe(201)
      const metadata = await sharp((await lastPicture()).rawPayload).metadata()
      expect([metadata.format, metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
        'webp',
        ...Array<undefined>(4),
      ])
    })

    it('T-074, T-075, T-076: has no name on the disk, and one in its headers that adds none', async () => {
      const names = [
        '../../etc/passwd.png',
        'C:\\win.ini',
        'a'.repeat(300),
        '\u202Egnp.exe',
        'x\r\nSet-Cookie: a=b',
        '.',
      ]
      for (const filename of [...names, 'so"fa;é.html', "it's 100% *mine*.svg", 'диван.jpg']) {
        const sent = await send({ content: await jpeg(), filename: filename.replaceAll('"', '%22') })
        if (sent.status === 400) continue
        expect([filename, sent.status]).toEqual([filename, 201])
        const { headers } = await lastPicture()
        expect(headers['content-disposition']).toMatch(/^inline; filename="file.webp"; filename\*=UTF-8''[\w%.!~-]+$/)
        expect(headers).toMatchObject({
          'content-type': 'image/webp',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        })
        expect(headers['set-cookie']).toBeUndefined()
      }
      for (const { storageKey: key, originalName: name } of await rows()) {
        expect(key).toMatch(/^[0-9a-f]{32,}$/)
        expect(name ?? '').not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
        expect(Array.from(name ?? '').length).toBeLessThanOrEqual(100)
      }
      for (const name of onDisk()) expect(name).toMatch(/^[0-9a-f]{32,}$/)
    })
  })

  describe('T-114: a picture is for everybody while a company shows it', () => {
    const [logo, images] = [{ name: 'logo' }, { name: 'images' }]
    const statusOf = async (url: string | null) => (await download(app, undefined, url ?? '')).statusCode

    it('is not found once it is replaced or removed', async () => {
      const [content, photos] = [await jpeg(), `/company/${driver.companyId}/photos/`]
      await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content }])
      await upload(app, driver.bearer, photos, [
        { ...images, content },
        { ...images, content },
      ])
      const [before, photo] = await shown()
      expect(await statusOf(before?.url ?? null)).toBe(200)
      expect(await statusOf(photo?.url ?? null)).toBe(200)
      await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content }])
      await must(driver.call(removeCompanyPhoto, { params: { photoId: photo?.id ?? '' } }))
      expect([await statusOf(before?.url ?? null), await statusOf(photo?.url ?? null)]).toEqual([404, 404])
      expect((await shown()).length).toBe(2)
    })

    it('would lead to any file if its owner were not checked: the control', async () => {
      await upload(app, undefined, '/booking/images/', [{ content: await jpeg() }])
      const url = `/api/company/pictures/${(await rows()).at(-1)?.id}/`
      const careless = await withoutGuards(app, 'shown_picture')
      expect([await statusOf(url), (await careless.fastify.inject(url)).statusCode]).toEqual([404, 200])
      await careless.close()
    })

    it('has no other address than that', async () => {
      await upload(app, driver.bearer, '/company/upload-company-logo/', [{ ...logo, content: await jpeg() }])
      const file = (await rows()).at(-1)
      for (const id of [file?.id, file?.uploadId, file?.storageKey])
        for (const path of [
          '/files',
          '/api/files',
          '/api/company/docs',
          '/incoming',
          '/data/files',
          '/assets',
          '/api/photos',
        ])
          expect([path, (await download(app, driver.bearer, `${path}/${id}/`)).statusCode]).toEqual([path, 404])
    })
  })

  describe('what is refused leaves nothing', () => {
    it('of several photos none is kept where one is no picture, or the gallery is full', async () => {
      const path = `/company/${driver.companyId}/photos/`
      const good = { content: await jpeg() }
      const before = [await rows(), onDisk()]
      const refused = await upload(app, driver.bearer, path, [good, good, { content: 'no picture' }])
      expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['images.2']])
      await app.runJobs(bytesUnused)
      expect([await rows(), onDisk()]).toEqual(before)
      const ten = Array.from({ length: 10 }, () => good)
      for (let n = 0; n < 2; n += 1) expect((await upload(app, driver.bearer, path, ten)).status).toBe(201)
      const full = [await rows(), onDisk()]
      expect(await upload(app, driver.bearer, path, [good])).toMatchObject({ status: 409 })
      await app.runJobs(bytesUnused)
      expect([await rows(), onDisk()]).toEqual(full)
    })
  })

  it('T-069: what a company says of itself is plain words, with nothing hidden in them', async () => {
    const params = { id: driver.companyId }
    const body = { description: 'Two vans.<script>alert(1)</script>\u202Eevil \u200Fhttps://evil.example' }
    const saved = await must(driver.call(saveMarketingInfo, { params, body }))
    expect(saved.description).toBe('Two vans.<script>alert(1)</script>evil https://evil.example')
  })
})

describe('finding companies', () => {
  beforeAll(() => removeCompanies(app))
  beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))

  const percentAt = async (companyId: string, at: string) =>
    (
      await app.ctx.db
        .selectNoFrom(commissionPercentOf(companyId, new Date(at)).as('percent'))
        .executeTakeFirstOrThrow()
    ).percent

  describe('the percentage that holds', () => {
    it('is that of the day in London, own agreements before what everybody pays', async () => {
      const [own, back, none] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      await aCommission(app, { percent: 16, fromDay: '2026-12-01' })
      await aCommission(app, { percent: 17, fromDay: '2027-04-01' })
      await aCommission(app, { companyId: own, percent: 12.5, fromDay: '2026-12-15' })
      await aCommission(app, { companyId: back, percent: 10, fromDay: '2026-11-20' })
      await aCommission(app, { companyId: back, percent: null, fromDay: '2027-01-01' })
      for (const [company, at, percent] of [
        [none, '2020-06-01T09:00:00Z', 15],
        [none, '2026-11-30T23:59:59.999Z', 15],
        [none, '2026-12-01T00:00:00Z', 16],
        // Midnight in British Summer Time is an hour earlier.
        [none, '2027-03-31T22:59:59.999Z', 16],
        [none, '2027-03-31T23:00:00Z', 17],
        [own, '2026-12-14T23:59:59Z', 16],
        [own, '2026-12-15T00:00:00Z', 12.5],
        [own, '2027-05-01T00:00:00Z', 12.5],
        // What was set at nine is not what held at eight of that day.
        [back, '2026-11-20T08:59:59Z', 15],
        [back, '2026-11-20T09:00:00Z', 10],
        [back, '2026-12-31T23:59:59Z', 10],
        [back, '2027-01-01T00:00:00Z', 16],
      ] as const)
        expect([at, await percentAt(company, at)]).toEqual([at, percent])
    })

    it('is not that of a row which was withdrawn', async () => {
      const companyId = crypto.randomUUID()
      const id = await aCommission(app, { companyId, percent: 20, fromDay: '2026-12-01' })
      expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).toBe(20)
      const withdrawn = { withdrawnAt: app.clock.now() }
      await app.ctx.db.updateTable('companies.commission').set(withdrawn).where('id', '=', id).execute()
      expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).not.toBe(20)
      // The day of the withdrawn row is free again.
      await aCommission(app, { companyId, percent: 18, fromDay: '2026-12-01' })
      expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).toBe(18)
    })
  })

  describe('the database refuses', () => {
    const change = (statement: string) => sql.raw(statement).execute(app.ctx.db)

    it('to change or delete a row, and to withdraw one whose day has come', async () => {
      const id = await aCommission(app, { companyId: crypto.randomUUID(), percent: 20, fromDay: '2026-11-25' })
      await expect(change(`update companies.commission set percent = 1 where id = '${id}'`)).rejects.toThrow(
        /never changed/,
      )
      await expect(
        change(`update companies.commission set from_day = '2027-01-01' where id = '${id}'`),
      ).rejects.toThrow(/never changed/)
      await expect(change(`delete from companies.commission where id = '${id}'`)).rejects.toThrow(/never changed/)
      const at = (text: string) => `update companies.commission set withdrawn_at = '${text}' where id = '${id}'`
      await expect(change(at('2026-11-25T00:00:00Z'))).rejects.toThrow(/withdrawn_before_its_day/)
      await change(at('2026-11-24T23:59:59Z'))
      await expect(change(at('2026-11-23T00:00:00Z'))).rejects.toThrow(/never changed/)
    })

    it('two of one day, and one from a day that is over', async () => {
      const companyId = crypto.randomUUID()
      await aCommission(app, { companyId, percent: 20, fromDay: '2026-12-01' })
      await expect(aCommission(app, { companyId, percent: 21, fromDay: '2026-12-01' })).rejects.toThrow(
        /one_commission_a_day/,
      )
      await expect(aCommission(app, { companyId, percent: 21, fromDay: '2026-11-19' })).rejects.toThrow(
        /not_in_the_past/,
      )
      await aCommission(app, { percent: 21, fromDay: '2028-01-01' })
      await expect(aCommission(app, { percent: 22, fromDay: '2028-01-01' })).rejects.toThrow(/one_commission_a_day/)
    })
  })
})
