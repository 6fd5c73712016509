import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { Fuzzer } from '#test/fuzz/fuzzer.ts'
import { draftOf, httpOf } from '#test/fuzz/request.ts'
import { World } from '#test/fuzz/world.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { openApiOf } from '#platform/openapi.ts'
import { listEndpoints } from '../../scripts/write-openapi.ts'

/** Decisions §11: every POST that creates takes an Idempotency-Key; where it is not wanted, the contract says so. */

/** Those that create nothing: they answer what is, change what is there, or use up a token. A new POST is in here or creates. */
const CREATES_NOTHING = new Set(
  `logIn logInCustomer verifyEmail refreshTokens logOut confirmEmailChange
   askPasswordReset validateResetToken confirmPasswordReset getPhoneCode verifyPhone
   endOtherSessions confirmTwoStep confirmFeeCorrections renewRecoveryCodes stopTwoStep deleteAccount verifyDeleteAccount
   getRouteDetails findQuotes findLowestPrice listDayPrices openMoveByCode simulatePrice tryOutUnit saveNotificationSettings saveJobNotices confirmBankingAccount
   validateInvitation acceptInvitation validateVerifyToken askLoginLink confirmLoginLink blockPerson unblockPerson endStaffAccess getStartCode startBooking
   resetVan deactivateUnit cancelUnitDocument decideVerification decidePerson blockUnit deactivateByOffice restoreUnit
   blockCompany deactivateCompany restoreCompany
   previewVerification decideAppeal undoDecision lookAt sendUndelivered closeOfficePlan sendAgain readThread reportMessage decideReport
   confirmBooking takeBooking rejectBooking reconfirmBooking cancelBooking askClaimCode claimByPhone
   agreeCancellation denyCancellation answerByLink
   priceMove offerMoveTime figureChange priceChange offerTime agreeChange refuseChange withdrawChange getChangeCode openChange answerLinkedChange
   makeKeysLink withdrawKeysLink makeScreenCode findPageByCode textDayCode releaseKeys
   setOff startJob pauseJob resumeJob finishJob runLate tickLoaded sendVanHome reachStop recordCash disputeCash sayArrived sayArrivedByLink agreeToStart confirmHours correctTime answerCorrection sendPosition
   verifyRecord decideDayQuestion previewSetting withdrawSetting checkSetting
   publishContent unscheduleContent withdrawContentPage bringBackContentPage renameContentPage placeContentPage drawContent
   findFreeNow askForRebook confirmRebook declineRebook answerClaim decideClaim answerQuery markCharged markRefunded moveBooking makeHot askAgain stopBillingRun continueBillingRun saveStatement saveInvoice saveSalesCredit sendStatement sendInvoice sendSalesCredit answerReview hideReview restoreReview`.split(
    /\s+/,
  ),
)

const posts = listEndpoints().filter(({ method }) => method === 'POST')
const keyed = listEndpoints().filter(({ idempotent }) => idempotent)

let app: TestApp
let world: World
beforeAll(async () => {
  app = await createTestApp()
  world = await World.create(app)
})
afterAll(() => app.close())

describe('every POST', () => {
  it.each(posts.map((endpoint): [string, Endpoint] => [endpoint.id, endpoint]))(
    '%s says how it is with the key',
    (id, endpoint) => {
      const { status, idempotent, keyless } = endpoint
      const says = [CREATES_NOTHING.has(id), Boolean(idempotent), Boolean(keyless)]
      expect(says.filter(Boolean)).toHaveLength(1)
      expect(CREATES_NOTHING.has(id)).toBe(status !== 201)
    },
  )

  it('is published with it, or with the reason', () => {
    const { paths } = openApiOf(posts) as {
      paths: Record<string, { post: { parameters: { name: string }[]; description?: string } }>
    }
    for (const { path, idempotent, keyless } of posts) {
      const { parameters, description } = paths[`/api${path}`]?.post ?? { parameters: [] }
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(Boolean(idempotent))
      expect(description).toBe(keyless && `Takes no Idempotency-Key: ${keyless}`)
    }
  })
})

describe('sent again with its key', () => {
  it.each(keyed.map((endpoint): [string, Endpoint] => [endpoint.id, endpoint]))(
    '%s is done once',
    async (_id, known) => {
      const endpoint = app.app.api.endpoints.find(({ id }) => id === known.id) ?? known
      expect(await new Fuzzer(world, [endpoint]).reach(endpoint)).toEqual([])
      const right = await world.right(endpoint)
      const send = (body: unknown) => {
        const draft = draftOf(endpoint, { ...right, body })
        return world.send(
          httpOf({
            ...draft,
            headers: { ...draft.headers, 'idempotency-key': `once ${endpoint.id}`.replaceAll(' ', '-') },
          }),
        )
      }
      const first = await send(right.body)
      const second = await send(right.body)
      expect([second.statusCode, second.json<unknown>()]).toEqual([endpoint.status, first.json<unknown>()])
      const other = await send(otherBody(right.body))
      expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused'])
    },
  )
})

/** Another request that would be taken: the first text that may say anything says something else, or a day is a day later. */
function otherBody(body: unknown): unknown {
  const text = JSON.stringify(body)
  const changed = text
    .replace('"Ring twice."', '"Ring once."')
    .replace(/"(name|first_name|label|make|text|reason)":"/, '"$1":"Other ')
    .replace('"need_validation":false', '"need_validation":true')
    .replace('2027-03-05', '2027-03-06')
    .replace('"18:00"', '"17:00"')
    .replace(/^(\{"quote_id":"[^"]+","payment_method":)"cash"\}$/, '$1"card"}')
    .replace(/^\{"from_version":1\}$/, '{"from_version":2}')
    .replace('"_11":false', '"_12":false')
  expect(changed).not.toBe(text)
  return JSON.parse(changed)
}
