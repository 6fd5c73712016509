import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#app/build-app.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aNeighbourhood, rowsAbout, type Neighbourhood } from '#test/support/neighbours.ts'
import { realRequest, stockOf } from '#test/support/real-requests.ts'
import { ask, readLines, RoleMatrix, textOf, type Line } from '#test/support/role-matrix.ts'
import { sessionFor } from '#test/support/session.ts'

/**
 * T-045, T-070, T-093, T-099, T-103, T-113: every endpoint, asked about what company 1 and customer 1 really have, by everybody. Who is
 * not let in at all gets 401 or 403, by the endpoint's access; whose object it is not, 404, word for word as if it were not there. No
 * stranger's call changes a row about company 1 or customer 1, and none of their words is in an answer.
 *
 * Whose object the request is about, and what its owner is answered:
 *   everyone  nobody's: all get the same answer      caller    the caller's own, whoever calls
 *   company   company 1's, so driver 1's and, where hired drivers are let in, hired 1's             customer  customer 1's
 *   office    company 1's, for admins                holder    whoever has its unguessable address
 *
 * Then what is special: `shows` what customers see of a company, `meets` tells who comes whom they meet, `writes` a row about somebody on purpose, or another answer for one
 * caller. In this order, because owners really do these things. A new endpoint fails here until it has a line.
 */
const TABLE = `
  logIn                    everyone 401
  logInCustomer            everyone 401
  register                 everyone 201
  verifyEmail              everyone 409
  getStartCode             holder   409
  startBooking             holder   409
  sendAgain                holder   409
  validateVerifyToken      everyone 409
  validateInvitation       everyone 409
  joinUnit                 everyone 409
  askLoginLink             everyone 200
  confirmLoginLink         everyone 409
  askClaimCode             everyone 200
  claimByPhone             everyone 409
  refreshTokens            everyone 401
  askPasswordReset         everyone 200
  validateResetToken       everyone 409
  confirmPasswordReset     everyone 409
  confirmEmailChange       everyone 409
  verifyDeleteAccount      everyone 409
  autocompletePostcode     everyone 200
  suggestPlaces            everyone 200
  isUlezCharged            everyone 200
  getPlace                 everyone 200
  getPostcodeSource        everyone 200
  checkEnds                everyone 200
  listAddresses            everyone 409
  getRouteMap              everyone 200
  listVanCategories        everyone 200
  listItemCategories       everyone 200
  listItems                everyone 200
  getItem                  everyone 200
  getRouteDetails          everyone 200
  findQuotes               everyone 200 shows writes
  findLowestPrice          everyone 200
  listDayPrices            everyone 200
  handOverMove             everyone 201
  askOffice                everyone 201
  shareMove                everyone 201
  openMoveByCode           everyone 404
  getKeptMove              everyone 404
  getFromPrice             everyone 200
  getEarnings              everyone 200
  uploadPhotos             everyone 201
  getPicture               everyone 200
  getCustomerTerms         everyone 200 shows
  getPlatformTerms         everyone 200
  getAgreedTerms           holder   200
  getSharedBooking         holder   200
  getTrail                 holder   200
  getCalendarFile          holder   200
  readCalendarFeed         holder   200
  getSharedDay             holder   200
  sayArrivedByLink         holder   409
  verifyRecord             everyone 200
  getRecordKey             everyone 200
  getCategories            everyone 200
  getServicesPage          everyone 404
  getLocationsPage         everyone 404
  getLocation              everyone 404
  getServiceCategory       everyone 404
  listArticles             everyone 200
  listArticleSlugs         everyone 200
  listHighlightedArticles  everyone 200
  getArticle               everyone 404
  getRootContent           everyone 404
  getPreview               holder   404
  getContentImage          everyone 404
  getShareImage            everyone 404
  getSitemap               everyone 200
  getSitemapPart           everyone 200

  getUser                  caller   200
  updateUser               caller   200
  listSessions             caller   200
  endOneSession            customer 204
  endOtherSessions         caller   200
  verifyPhone              caller   409
  getPhoneCode             caller   200
  getTwoStep               caller   200
  confirmTwoStep           caller   409
  startTwoStep             caller   201
  renewRecoveryCodes       caller   409
  stopTwoStep              caller   409
  getMessageSettings       caller   200
  saveMessageSettings      caller   200
  listSavedAddresses       caller   200
  addSavedAddress          caller   201
  changeSavedAddress       customer 200
  exportOwnData            caller   200 meets
  removeSavedAddress       customer 204
  listSavedMoves           caller   200
  saveMove                 caller   201
  getSavedMove             customer 200
  renameSavedMove          customer 200
  removeSavedMove          customer 204
  listFutureBookings       caller   200
  listPastBookings         caller   200
  watchBookings            caller   200
  createBooking            caller   409
  acceptInvitation         caller   409
  getDrivenUnit            caller   200
  getJobNotices            caller   200

  getCompany               caller   200
  getCompanyProfile        caller   200 shows
  getMarketingInfo         company  200
  listCompanyPhotos        company  200
  getBankingAccount        caller   200
  getNotificationSettings  caller   200
  listUnits                caller   200
  getOverview              caller   200
  getUnit                  company  200
  getAllowedJobs           company  200
  getVan                   company  200
  listUnitDocuments        company  200
  listCompanyDocuments     caller   200
  getDocumentFile          company  200 admin=200
  listPeople               caller   200
  getPersonPhoto           company  200 admin=200
  getPersonFile            company  200 admin=200
  getBooking               customer 200
  getOwnMoveAgain          customer 200
  getReceipt               customer 409
  getOwnCalendarFile       customer 200
  listMovePhotos           customer 200
  getMovePhoto             customer 200
  getCrew                  customer 200 driver1=200 hired1=200
  getCrewPhoto             company  200 hired1=404
  listConversations        caller   200 meets
  getThread                customer 200 driver1=200 hired1=200 meets
  getMessagePhoto          customer 200 driver1=200 hired1=200
  getWaiting               caller   200
  getPushDevice            caller   200
  listPersonVerifications  office   200
  getPersonVerification    office   200
  listVehicleMakers        caller   200
  listPostcodeDistricts    caller   200
  getProgress              caller   200
  getSettings              caller   200
  getHourlyRates           company  200
  getMileageCharges        company  200
  getOutOfHoursRate        company  200
  getTerms                 company  200
  simulatePrice            company  200
  listUnitSearches         company  200
  getUnitGains             company  200
  tryOutUnit               company  200
  getUnitNews              company  200
  getSchedule              company  200
  getCalendarFeed          company  200
  listHotJobs              company  200
  listNewBookings          company  200 meets
  listConfirmedBookings    company  200
  getJobCounts             company  200
  listUnitPastBookings     company  200
  getDriverBooking         company  200 meets
  listRebookings           company  200
  confirmRebook            company  409 hired1=403
  declineRebook            company  200 hired1=403
  listVerifications        office   200
  getVerification          office   200
  previewVerification      office   200
  listStopped              everyone 200
  findUnits                office   200
  listUndelivered          everyone 200
  listOfficePlans          everyone 200
  listReports              office   200 meets
  listDecisions            caller   200
  listDayQuestions         office   200 meets
  getDay                   customer 200
  getDayRecord             customer 200
  getMyDay                 company  200
  getDayPhoto              customer 200 driver1=200 hired1=200
  lookAt                   caller   200 writes
  bookSpecial              everyone 201 writes
  bookOfficePlan           everyone 422
  findCustomers            everyone 200 writes
  findPeople               everyone 200 writes
  exportPeople             everyone 200 writes
  findCompanies            office   200
  exportCompanies          office   200
  getCompanyForOffice      office   200 writes
  getPerson                office   200 writes
  listPersonMessages       office   200 writes
  listPersonTrail          office   200
  listCompanyTrail         office   200
  undoDecision             office   403

  reportMessage            company  200 customer1=404 hired1=200
  readThread               customer 200 driver1=200 hired1=200 meets
  writeMessage             customer 201 driver1=201 hired1=201 meets
  decideReport             office   200
  sendUndelivered          everyone 200
  closeOfficePlan          everyone 200
  listSettings             everyone 200
  exportSettingChanges     office   200
  previewSetting           everyone 200
  changeSetting            everyone 409
  withdrawSetting          everyone 404
  checkSetting             everyone 404
  listAudit                office   200 meets
  exportAudit              office   200 meets
  listContentPages         everyone 200
  getContentPage           everyone 404
  getContentVersion        everyone 404
  createContentPage        everyone 201
  uploadContentPicture     everyone 201
  saveContentDraft         everyone 404
  restoreContentVersion    everyone 404
  publishContent           everyone 404
  unscheduleContent        everyone 404
  withdrawContentPage      everyone 404
  bringBackContentPage     everyone 404
  renameContentPage        everyone 404
  placeContentPage         everyone 404
  drawContent              everyone 200
  previewContent           everyone 404
  addPushDevice            caller   201
  removePushDevice         caller   200

  updateCompany            caller   200
  saveMarketingInfo        company  200
  arrangeCompanyPhotos     company  200
  uploadLogo               caller   201
  addCompanyPhotos         company  201
  removeCompanyPhoto       company  204
  confirmBankingAccount    caller   409 driver1=200
  saveBankingAccount       caller   201
  saveNotificationSettings caller   200
  saveJobNotices           caller   200
  addUnit                  caller   201
  updateUnit               company  200
  saveAllowedJobs          company  200
  saveHourlyRates          company  200
  saveMileageCharges       company  200
  saveOutOfHoursRate       company  200
  saveTerms                company  200
  setOperatingArea         company  200
  setUpUnit                company  200
  saveAvailability         company  200
  createAvailability       company  201
  addVacation              company  201
  removeVacation           company  204
  saveSchedule             company  200
  createSchedule           company  201
  renewCalendarFeed        company  201
  revokeCalendarFeed       company  204
  addVan                   company  409
  saveVan                  company  200
  resetVan                 company  409
  cancelUnitDocument       company  200
  uploadUnitDocument       company  201
  editBooking              customer 200
  nameCrew                 company  200
  reconfirmBooking         company  409 hired1=403
  getJobSheet              company  404
  confirmBooking           company  200 hired1=403 meets
  takeBooking              company  200 meets
  setOff                   company  409
  startJob                 company  409
  pauseJob                 company  409
  resumeJob                company  409
  finishJob                company  409
  runLate                  company  409
  tickLoaded               company  409
  sendVanHome              company  409
  reachStop                company  409
  recordCash               company  409
  sendPosition             company  409
  getDriverDay             company  200
  getDriverDayRecord       company  200
  addDayPhotos             customer 409 driver1=409 hired1=409
  sayArrived               customer 409
  agreeToStart             customer 409
  confirmHours             customer 409
  correctTime              customer 422 driver1=422 hired1=422
  answerCorrection         customer 404 driver1=404 hired1=404
  disputeCash              customer 409
  decideDayQuestion        office   200
  cancelBooking            customer 200
  agreeCancellation        customer 409
  denyCancellation         customer 409
  listChanges              customer 200 driver1=200 hired1=200
  getChangePhoto           everyone 404
  getLinkedChange          everyone 404
  getChangeCode            everyone 404
  openChange               everyone 404
  answerLinkedChange       everyone 404
  getLinkedPhoto           everyone 404
  findPageByCode           everyone 404
  textDayCode              everyone 404
  getKeys                  everyone 404
  releaseKeys              everyone 404
  getAnswerLink            everyone 404
  answerByLink             everyone 404
  figureChange             customer 200 driver1=200
  getBookedMove            customer 200 office=200 driver1=404 hired1=404
  priceMove                customer 409 driver1=409
  changeMove               customer 409 driver1=409 hired1=409
  offerMoveTime            company  404
  proposeChange            customer 409 driver1=409 hired1=403
  priceChange              company  409
  agreeChange              customer 409 driver1=409 hired1=403
  refuseChange             customer 409 driver1=409 hired1=403
  withdrawChange           customer 409 driver1=409 hired1=403
  listKeysLinks            customer 200 driver1=200 hired1=200
  withdrawKeysLink         everyone 404
  makeKeysLink             customer 409 driver1=409 hired1=409
  makeScreenCode           company  409
  rejectBooking            company  409 hired1=403
  offerTime                company  409 hired1=403
  addPerson                caller   201
  savePerson               company  200
  uploadPersonPhoto        company  201
  submitPersonCheck        company  201
  decidePerson             office   200
  removePerson             company  204
  decideVerification       office   200
  uploadCompanyDocument    caller   201
  deactivateUnit           company  200
  blockUnit                office   200
  deactivateByOffice       office   409
  appealUnit               company  201
  decideAppeal             office   200
  restoreUnit              office   200
  blockCompany             office   200
  deactivateCompany        office   409
  restoreCompany           office   200
  saveVat                  office   200
  listStaff                everyone 200
  inviteStaff              everyone 201
  changeStaffRole          office   200
  endStaffAccess           office   200
  blockPerson              office   200
  unblockPerson            office   200
  changeDriver             company  200
  removeDriver             company  204
  inviteDriver             company  201
  getReviewPage            holder   200
  reviewBooking            holder   409
  listCompanyReviews       everyone 200 shows
  getWhatPeopleSay         everyone 200 shows
  getCompanyPage           everyone 200 shows
  answerReview             company  200
  listReviews              office   200
  hideReview               office   200
  restoreReview            office   200
  getRebookPrice           customer 409
  askForRebook             customer 409
  findFreeNow              customer 409
  bookInstead              customer 409
  createClaim              customer 409
  getClaim                 customer 200 driver1=200 admin=200 meets
  getClaimPhoto            customer 200 driver1=200 admin=200
  answerClaim              company  200 meets
  listClaims               office   200 meets
  exportClaims             office   200 meets
  decideClaim              office   200 meets
  createStatement          office   409
  listStatements           office   200
  getStatement             office   404
  saveStatement            office   404
  discardStatement         office   404
  createInvoice            office   409
  listInvoices             office   200
  getInvoice               office   404
  saveInvoice              office   404
  discardInvoice           office   404
  createSalesCredit        office   409
  listSalesCredits         office   200
  getSalesCredit           office   404
  saveSalesCredit          office   404
  discardSalesCredit       office   404
  downloadStatement        office   404
  sendStatement            office   404
  sendStatementByGet       office   404
  downloadAllStatements    office   409
  downloadInvoice          office   404
  sendInvoice              office   404
  sendInvoiceByGet         office   404
  downloadAllInvoices      office   409
  downloadSalesCredit      office   404
  sendSalesCredit          office   404
  sendSalesCreditByGet     office   404
  downloadAllSalesCredits  office   409
  listCreditClients        office   200
  addFeeCorrection         office   404
  deleteFeeCorrection      office   404
  confirmFeeCorrections    office   404
  exportStatements         office   200
  exportStatementLines     office   404
  exportInvoices           office   200
  exportInvoiceLines       office   404
  exportSalesCredits       office   200
  exportSalesCreditLines   office   404
  listSellers              office   200
  exportSellers            office   200
  getIncome                caller   200
  exportIncome             caller   200
  exportIncomeRecords      caller   200
  exportOwnStatements      caller   200
  exportOwnStatementLines  company  404
  previewBillingMonth      office   200
  startBillingRun          office   409
  listBillingRuns          office   200
  getBillingRun            office   404
  listBillingRunSteps      office   404
  stopBillingRun           office   404
  continueBillingRun       office   404
  previewBillingDocument   office   200
  listOwnStatements        caller   200
  downloadOwnStatement     company  404
  getOwnStatement          company  404
  queryLine                company  404
  answerQuery              office   404
  markCharged              office   409
  getBoard                 office   200 meets
  listBoardCases           office   200 meets
  watchBoard               caller   200
  findBookings             caller   200 writes
  exportBookings           caller   200 writes
  getBoardBooking          office   200 meets
  getMoveAgain             office   200 meets
  listMoveUnits            office   200
  moveBooking              office   409
  makeHot                  office   409
  askAgain                 office   409
  markRefunded             office   409
  getFigures               office   200
  getUnmetSearches         office   200
  getSources               office   200
  exportFigures            office   200
  deleteAccount            caller   200 customer1=409 driver1=409
  updatePassword           caller   200
  logOut                   caller   204
`

const lines = readLines(TABLE)

/** So that customer and company have something ahead even after one of their bookings was cancelled. */
const bookAgain = ({ app: { pool } }: TestApp, { things: { bookingId } }: Neighbourhood) =>
  pool.query(
    `insert into bookings.booking select (jsonb_populate_record(b, jsonb_build_object('id', uuidv7(), 'quote_id', 'another',
       'start_at', b.start_at + interval '1 hour', 'end_at', b.end_at + interval '1 hour'))).*
     from bookings.booking b where id = $1`,
    [bookingId],
  )

let app: TestApp
let hood: Neighbourhood
let matrix: RoleMatrix
beforeAll(async () => {
  app = await createTestApp()
  hood = await aNeighbourhood(app)
  matrix = new RoleMatrix(app, hood)
  await bookAgain(app, hood)
})
afterAll(() => app.close())

describe('the table', () => {
  it('has a line for every endpoint, and none without one', () => {
    expect(lines.map(({ id }) => id).toSorted()).toEqual(app.app.api.endpoints.map(({ id }) => id).toSorted())
  })
})

/** The very owners, in a state in which an account may not work, or with a token that is no good any more. */
const STOPPED: [string, Record<string, unknown>, number][] = [
  ['blocked', { status: 'blocked' }, 403],
  ['closing', { status: 'pending_delete' }, 403],
  ['deleted', { status: 'deleted' }, 403],
  ['unverified', { email_verified_at: null }, 401],
  ['expired', {}, 401],
]

describe.each(STOPPED)('T-029: the owner, %s', (name, state, status) => {
  it('is let in nowhere, and nothing of theirs changes or is told', async () => {
    const owners = [hood.people.driver1.id, hood.people.customer1.id]
    const tokens = await Promise.all(owners.map(name === 'expired' ? expiredToken : tokenOf))
    await put(owners, state)
    const before = await rowsAbout(app, hood)
    const stock = await stockOf(app, hood.things)
    const words = Object.values(hood.words).flat()
    const wrong: string[] = []
    for (const endpoint of app.app.api.endpoints.filter(({ access }) => access !== 'public'))
      for (const token of tokens) {
        const answer = await ask(app.app, realRequest(endpoint, stock), { authorization: `Bearer ${token}` })
        const told = words.filter((word) => textOf(answer).includes(word))
        if (answer.statusCode !== status || told.length > 0)
          wrong.push(`${endpoint.id}: ${answer.statusCode} ${told.join(', ')}`)
      }
    expect(wrong).toEqual([])
    expect(await rowsAbout(app, hood)).toEqual(before)
    await put(owners, { status: 'active', email_verified_at: app.clock.now() })
  })
})

const put = async (ids: string[], state: Record<string, unknown>) =>
  Object.keys(state).length > 0 && app.ctx.db.updateTable('identity.user').set(state).where('id', 'in', ids).execute()

const tokenOf = async (userId: string) => (await sessionFor(app, userId)).bearer

async function expiredToken(userId: string): Promise<string> {
  const { sessionId } = await sessionFor(app, userId)
  const now = app.clock.now()
  app.clock.advance({ minutes: -10, seconds: -1 })
  const token = signAccessToken(app.ctx, { userId, sessionId })
  app.clock.set(now)
  return token
}

describe('every endpoint, asked about company 1 and customer 1', () => {
  it.each(lines.map((line): [string, Line] => [line.id, line]))('%s', async (_id, line) => {
    expect(await matrix.wrongWithStrangers(line)).toEqual([])
    expect(await matrix.wrongWithOwners(line)).toEqual([])
  })
})

describe('the control: where nobody checks whose unit or company it is, or who may see prices', () => {
  let careless: App
  beforeAll(async () => {
    // Their access has been ended above.
    const again = {
      userId: hood.people.hired1.id,
      joinedAt: app.clock.now(),
      email: null,
      firstName: null,
      digest: null,
    }
    await app.ctx.db.updateTable('fleet.unit_driver').set(again).where('unitId', '=', hood.things.unitId).execute()
    careless = await withoutGuards(app, 'own_unit', 'own_company', 'own_person', 'hired_prices')
  })
  afterAll(() => careless.close())

  it.each([
    ['getVan', 'driver2 got 200, not 404', 'driver2 was told LK72 VNF'],
    ['getMarketingInfo', 'driver2 got 200, not 404', 'driver2 was told'],
    ['saveMarketingInfo', 'driver2 got 200, not 404', 'driver2 was told'],
    ['saveTerms', 'driver2 got 200, not 404', 'a stranger changed pricing.tariff'],
    ['addVacation', 'driver2 got 201, not 404', 'a stranger changed calendar.vacation'],
    ['renewCalendarFeed', 'driver2 got 201, not 404', 'a stranger changed calendar.feed'],
    ['getSchedule', 'driver2 got 200, not 404', 'hired1 was told prices: "total_pence":'],
  ])('%s is red', async (id, ...expected) => {
    const line = lines.find((one) => one.id === id)
    if (!line) throw new Error(`There is no line for ${id}`)
    const wrong = (await matrix.wrongWithStrangers(line, careless)).join('\n')
    for (const words of expected) expect(wrong).toContain(words)
  })
})
