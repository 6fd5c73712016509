import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUnitDocuments } from '#modules/fleet/documents/contract.ts'
import { addPerson, listPeople } from '#modules/fleet/people/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must, type TestDriver } from '#test/support/driver.ts'
import { multipartBody, multipartType, type Part } from '#test/support/multipart.ts'
import { jpeg } from '#test/support/pictures.ts'
import { serveFileForms } from './file-forms.ts'
import { createVisit } from './web-session.ts'

let app: TestApp
let driver: TestDriver
let photo: Part
beforeAll(async () => {
  app = await createTestApp({
    prepare: async (made) => {
      serveFileForms(made.fastify, { publicUrl: made.ctx.config.publicUrl, visit: createVisit(made) })
    },
  })
  driver = await aDriver(app)
  photo = { name: 'files', filename: 'mot.jpg', content: await jpeg() }
})
afterAll(() => app.close())

const field = (name: string, content: string): Part => ({
  content,
  head: `Content-Disposition: form-data; name="${name}"\r\n`,
})

/** Sends the form as a browser without script does, the camera’s empty field included. */
const post = (expiresOn: string, headers: Record<string, string>) =>
  app.app.fastify.inject({
    method: 'POST',
    url: `/settings/driving-profile/documents/${driver.unitId}`,
    headers: { 'content-type': multipartType, ...headers },
    payload: multipartBody([
      field('kind', 'mot'),
      { name: 'files', filename: '', type: 'application/octet-stream', content: '' },
      photo,
      field('expires_on', expiresOn),
    ]),
  })

const mot = async () => {
  const documents = await must(driver.call(listUnitDocuments, { params: { id: driver.unitId } }))
  return documents.find(({ kind }) => kind === 'mot')
}

test('a page without script sends a document, and is told by codes why one did not arrive', async () => {
  const origin = app.ctx.config.publicUrl
  const own = { origin, cookie: `authData=${driver.bearer}:${'d'.repeat(24)}` }
  const page = `/settings/driving-profile?unit=${driver.unitId}`
  const late = await post('2020-01-01', own)
  expect([late.statusCode, late.headers.location]).toEqual([303, `${page}&not_sent=invalid&field=expires_on#documents`])
  expect((await mot())?.standing).toBe('missing')
  const sent = await post('2027-11-01', own)
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}#documents`])
  expect((await mot())?.newest).toMatchObject({
    status: 'pending',
    expiresOn: '2027-11-01',
    files: [{ name: 'mot.jpg' }],
  })
})

test('so is a right-to-work check, and the day it was refused for', async () => {
  const person = await must(driver.call(addPerson, { body: { firstName: 'Ali', lastName: 'Khan' } }))
  const sendCheck = (expiresOn: string, origin: string) =>
    app.app.fastify.inject({
      method: 'POST',
      url: `/settings/people/${person.id}/check`,
      headers: {
        'content-type': multipartType,
        origin,
        cookie: `authData=${driver.bearer}:${'d'.repeat(24)}`,
      },
      payload: multipartBody([field('method', 'other_document'), photo, field('expires_on', expiresOn)]),
    })
  const { publicUrl } = app.ctx.config
  const place = `#person-${person.id}`
  expect((await sendCheck('2020-01-01', publicUrl)).headers.location).toBe(
    `/settings/people?not_sent=invalid&field=expires_on${place}`,
  )
  expect((await sendCheck('2027-11-01', 'https://evil.example')).statusCode).toBe(403)
  expect(await must(driver.call(listPeople))).toMatchObject([{ newest: null }])
  expect((await sendCheck('2027-11-01', publicUrl)).headers.location).toBe(`/settings/people${place}`)
  expect(await must(driver.call(listPeople))).toMatchObject([
    { newest: { method: 'other_document', expiresOn: '2027-11-01', files: [{ name: 'mot.jpg' }] } },
  ])
})

test('T-098: another site cannot send it, nor can somebody who is not signed in', async () => {
  const cookie = `authData=${driver.bearer}:${'d'.repeat(24)}`
  expect((await post('2027-11-02', { cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post('2027-11-02', { cookie })).statusCode).toBe(403)
  expect((await post('2027-11-02', { origin: app.ctx.config.publicUrl })).statusCode).toBe(401)
  expect((await mot())?.newest?.expiresOn).toBe('2027-11-01')
})
