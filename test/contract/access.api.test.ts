import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserStatus } from '#modules/identity/rules.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { getBoard } from '#modules/board/contract.ts'
import { getUser, logIn, logOut, register } from '#modules/identity/contract.ts'
import { getItem } from '#modules/items/contract.ts'
import { serve } from '#platform/serve.ts'
import { pathOf } from '#shared/call.ts'
import { STAFF_ROLES, type Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson, testPassword } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'

/**
 * Who gets into what, written by hand: `in` is past the door, whatever the call then says of what it was sent. `token` bears the
 * booking token of a registration; `unverified`, `blocked`, `leaving` (pending_delete) and `deleted` had a session before; `ended`
 * has logged out. A new endpoint fails here until somebody has decided about each of them.
 */
const TABLE = `
                      visitor customer driver admin token unverified blocked leaving deleted expired garbled ended
  logIn               in      in       in     in    in    in         in      in      in      in      in      in
  logInCustomer       in      in       in     in    in    in         in      in      in      in      in      in
  register            in      in       in     in    in    in         in      in      in      in      in      in
  verifyEmail         in      in       in     in    in    in         in      in      in      in      in      in
  validateVerifyToken in      in       in     in    in    in         in      in      in      in      in      in
  getStartCode        in      in       in     in    in    in         in      in      in      in      in      in
  startBooking        in      in       in     in    in    in         in      in      in      in      in      in
  askLoginLink        in      in       in     in    in    in         in      in      in      in      in      in
  confirmLoginLink    in      in       in     in    in    in         in      in      in      in      in      in
  askClaimCode        in      in       in     in    in    in         in      in      in      in      in      in
  claimByPhone        in      in       in     in    in    in         in      in      in      in      in      in
  refreshTokens       in      in       in     in    in    in         in      in      in      in      in      in
  logOut              401     in       in     in    401   401        403     403     403     401     401     401
  getUser             401     in       in     in    401   401        403     403     403     401     401     401
  updateUser          401     in       in     in    401   401        403     403     403     401     401     401
  confirmEmailChange  in      in       in     in    in    in         in      in      in      in      in      in
  askPasswordReset    in      in       in     in    in    in         in      in      in      in      in      in
  validateResetToken  in      in       in     in    in    in         in      in      in      in      in      in
  confirmPasswordReset in      in       in     in    in    in         in      in      in      in      in      in
  updatePassword      401     in       in     in    401   401        403     403     403     401     401     401
  getPhoneCode        401     in       in     in    401   401        403     403     403     401     401     401
  verifyPhone         401     in       in     in    401   401        403     403     403     401     401     401
  listSessions        401     in       in     in    401   401        403     403     403     401     401     401
  endOtherSessions    401     in       in     in    401   401        403     403     403     401     401     401
  endOneSession       401     in       in     in    401   401        403     403     403     401     401     401
  getTwoStep          401     in       in     in    401   401        403     403     403     401     401     401
  startTwoStep        401     in       in     in    401   401        403     403     403     401     401     401
  confirmTwoStep      401     in       in     in    401   401        403     403     403     401     401     401
  renewRecoveryCodes  401     in       in     in    401   401        403     403     403     401     401     401
  stopTwoStep         401     in       in     in    401   401        403     403     403     401     401     401
  deleteAccount       401     in       in     in    401   401        403     403     403     401     401     401
  verifyDeleteAccount in      in       in     in    in    in         in      in      in      in      in      in
  exportOwnData       401     in       in     in    401   401        403     403     403     401     401     401
  listSavedAddresses  401     in       403    403   401   401        403     403     403     401     401     401
  addSavedAddress     401     in       403    403   401   401        403     403     403     401     401     401
  changeSavedAddress  401     in       403    403   401   401        403     403     403     401     401     401
  removeSavedAddress  401     in       403    403   401   401        403     403     403     401     401     401
  listSavedMoves      401     in       403    403   401   401        403     403     403     401     401     401
  saveMove            401     in       403    403   401   401        403     403     403     401     401     401
  getSavedMove        401     in       403    403   401   401        403     403     403     401     401     401
  renameSavedMove     401     in       403    403   401   401        403     403     403     401     401     401
  removeSavedMove     401     in       403    403   401   401        403     403     403     401     401     401
  getMessageSettings  401     in       403    403   401   401        403     403     403     401     401     401
  saveMessageSettings 401     in       403    403   401   401        403     403     403     401     401     401

  autocompletePostcode in     in       in     in    in    in         in      in      in      in      in      in
  suggestPlaces       in      in       in     in    in    in         in      in      in      in      in      in
  isUlezCharged       in      in       in     in    in    in         in      in      in      in      in      in
  getPlace            in      in       in     in    in    in         in      in      in      in      in      in
  getPostcodeSource   in      in       in     in    in    in         in      in      in      in      in      in
  checkEnds           in      in       in     in    in    in         in      in      in      in      in      in
  listAddresses       in      in       in     in    in    in         in      in      in      in      in      in
  getRouteMap         in      in       in     in    in    in         in      in      in      in      in      in

  listVanCategories   in      in       in     in    in    in         in      in      in      in      in      in
  listVehicleMakers   401     403      in     403   401   401        403     403     403     401     401     401
  listItemCategories  in      in       in     in    in    in         in      in      in      in      in      in
  listItems           in      in       in     in    in    in         in      in      in      in      in      in
  getItem             in      in       in     in    in    in         in      in      in      in      in      in

  getRouteDetails     in      in       in     in    in    in         in      in      in      in      in      in
  findQuotes          in      in       in     in    in    in         in      in      in      in      in      in
  findLowestPrice     in      in       in     in    in    in         in      in      in      in      in      in
  listDayPrices       in      in       in     in    in    in         in      in      in      in      in      in
  handOverMove        in      in       in     in    in    in         in      in      in      in      in      in
  askOffice           in      in       in     in    in    in         in      in      in      in      in      in
  shareMove           in      in       in     in    in    in         in      in      in      in      in      in
  openMoveByCode      in      in       in     in    in    in         in      in      in      in      in      in
  getKeptMove         in      in       in     in    in    in         in      in      in      in      in      in
  getFromPrice        in      in       in     in    in    in         in      in      in      in      in      in
  uploadPhotos        in      in       in     in    in    in         in      in      in      in      in      in

  createBooking       401     in       403    403   in    401        403     403     403     401     401     401
  getSharedBooking    in      in       in     in    in    in         in      in      in      in      in      in
  getAgreedTerms      in      in       in     in    in    in         in      in      in      in      in      in
  getBooking          401     in       403    403   401   401        403     403     403     401     401     401
  getOwnMoveAgain     401     in       403    403   401   401        403     403     403     401     401     401
  getReceipt          401     in       403    403   401   401        403     403     403     401     401     401
  getOwnCalendarFile  401     in       403    403   401   401        403     403     403     401     401     401
  listFutureBookings  401     in       403    403   401   401        403     403     403     401     401     401
  listPastBookings    401     in       403    403   401   401        403     403     403     401     401     401
  listHotJobs         401     403      in     403   401   401        403     403     403     401     401     401
  listNewBookings     401     403      in     403   401   401        403     403     403     401     401     401
  listConfirmedBookings 401     403      in     403   401   401        403     403     403     401     401     401
  getJobCounts        401     403      in     403   401   401        403     403     403     401     401     401
  listUnitPastBookings 401     403      in     403   401   401        403     403     403     401     401     401
  getDriverBooking    401     403      in     403   401   401        403     403     403     401     401     401
  confirmBooking      401     403      in     403   401   401        403     403     403     401     401     401
  takeBooking         401     403      in     403   401   401        403     403     403     401     401     401
  rejectBooking       401     403      in     403   401   401        403     403     403     401     401     401
  reconfirmBooking    401     403      in     403   401   401        403     403     403     401     401     401
  cancelBooking       401     in       403    403   401   401        403     403     403     401     401     401
  getJobSheet         401     403      in     403   401   401        403     403     403     401     401     401
  bookSpecial         401     403      403    in    401   401        403     403     403     401     401     401
  bookOfficePlan      401     403      403    in    401   401        403     403     403     401     401     401
  findCustomers       401     403      403    in    401   401        403     403     403     401     401     401
  getMoveAgain        401     403      403    in    401   401        403     403     403     401     401     401
  findPeople          401     403      403    in    401   401        403     403     403     401     401     401
  exportPeople        401     403      403    in    401   401        403     403     403     401     401     401
  findCompanies       401     403      403    in    401   401        403     403     403     401     401     401
  exportCompanies     401     403      403    in    401   401        403     403     403     401     401     401
  getCompanyForOffice 401     403      403    in    401   401        403     403     403     401     401     401
  saveVat             401     403      403    in    401   401        403     403     403     401     401     401
  blockCompany        401     403      403    in    401   401        403     403     403     401     401     401
  deactivateCompany   401     403      403    in    401   401        403     403     403     401     401     401
  restoreCompany      401     403      403    in    401   401        403     403     403     401     401     401
  getPerson           401     403      403    in    401   401        403     403     403     401     401     401
  listPersonMessages  401     403      403    in    401   401        403     403     403     401     401     401
  listPersonTrail     401     403      403    in    401   401        403     403     403     401     401     401
  listCompanyTrail    401     403      403    in    401   401        403     403     403     401     401     401
  editBooking         401     in       403    403   401   401        403     403     403     401     401     401
  listChanges         401     in       in     403   401   401        403     403     403     401     401     401
  getBookedMove       401     in       in     in    401   401        403     403     403     401     401     401
  priceMove           401     in       in     in    401   401        403     403     403     401     401     401
  changeMove          401     in       in     in    401   401        403     403     403     401     401     401
  offerMoveTime       401     403      in     403   401   401        403     403     403     401     401     401
  proposeChange       401     in       in     403   401   401        403     403     403     401     401     401
  figureChange        401     in       in     403   401   401        403     403     403     401     401     401
  priceChange         401     403      in     403   401   401        403     403     403     401     401     401
  agreeChange         401     in       in     403   401   401        403     403     403     401     401     401
  refuseChange        401     in       in     403   401   401        403     403     403     401     401     401
  offerTime           401     403      in     403   401   401        403     403     403     401     401     401
  withdrawChange      401     in       in     403   401   401        403     403     403     401     401     401
  getChangePhoto      401     in       in     403   401   401        403     403     403     401     401     401
  getLinkedChange     in      in       in     in    in    in         in      in      in      in      in      in
  getChangeCode       in      in       in     in    in    in         in      in      in      in      in      in
  openChange          in      in       in     in    in    in         in      in      in      in      in      in
  answerLinkedChange  in      in       in     in    in    in         in      in      in      in      in      in
  getLinkedPhoto      in      in       in     in    in    in         in      in      in      in      in      in
  makeScreenCode      401     403      in     403   401   401        403     403     403     401     401     401
  findPageByCode      in      in       in     in    in    in         in      in      in      in      in      in
  textDayCode         in      in       in     in    in    in         in      in      in      in      in      in
  listKeysLinks       401     in       in     403   401   401        403     403     403     401     401     401
  makeKeysLink        401     in       in     403   401   401        403     403     403     401     401     401
  withdrawKeysLink    401     in       in     403   401   401        403     403     403     401     401     401
  getKeys             in      in       in     in    in    in         in      in      in      in      in      in
  getAnswerLink       in      in       in     in    in    in         in      in      in      in      in      in
  answerByLink        in      in       in     in    in    in         in      in      in      in      in      in
  releaseKeys         in      in       in     in    in    in         in      in      in      in      in      in
  getCrew             401     in       in     403   401   401        403     403     403     401     401     401
  nameCrew            401     403      in     403   401   401        403     403     403     401     401     401
  getCrewPhoto        401     in       in     403   401   401        403     403     403     401     401     401
  agreeCancellation   401     in       403    403   401   401        403     403     403     401     401     401
  denyCancellation    401     in       403    403   401   401        403     403     403     401     401     401
  listMovePhotos      401     in       in     403   401   401        403     403     403     401     401     401
  getMovePhoto        401     in       in     403   401   401        403     403     403     401     401     401
  getTrail            in      in       in     in    in    in         in      in      in      in      in      in
  getCalendarFile     in      in       in     in    in    in         in      in      in      in      in      in
  sendAgain           in      in       in     in    in    in         in      in      in      in      in      in
  listConversations   401     in       in     403   401   401        403     403     403     401     401     401
  getThread           401     in       in     403   401   401        403     403     403     401     401     401
  writeMessage        401     in       in     403   401   401        403     403     403     401     401     401
  readThread          401     in       in     403   401   401        403     403     403     401     401     401
  getMessagePhoto     401     in       in     403   401   401        403     403     403     401     401     401
  reportMessage       401     in       in     403   401   401        403     403     403     401     401     401
  getWaiting          401     in       in     403   401   401        403     403     403     401     401     401
  getPushDevice       401     in       in     403   401   401        403     403     403     401     401     401
  addPushDevice       401     in       in     403   401   401        403     403     403     401     401     401
  removePushDevice    401     in       in     403   401   401        403     403     403     401     401     401
  setOff              401     403     in     403   401   401        403     403     403     401     401     401
  startJob            401     403     in     403   401   401        403     403     403     401     401     401
  pauseJob            401     403     in     403   401   401        403     403     403     401     401     401
  resumeJob           401     403     in     403   401   401        403     403     403     401     401     401
  finishJob           401     403     in     403   401   401        403     403     403     401     401     401
  runLate             401     403     in     403   401   401        403     403     403     401     401     401
  reachStop           401     403     in     403   401   401        403     403     403     401     401     401
  recordCash          401     403     in     403   401   401        403     403     403     401     401     401
  tickLoaded          401     403     in     403   401   401        403     403     403     401     401     401
  sendVanHome         401     403     in     403   401   401        403     403     403     401     401     401
  sendPosition        401     403     in     403   401   401        403     403     403     401     401     401
  getDriverDay        401     403     in     403   401   401        403     403     403     401     401     401
  getDriverDayRecord  401     403     in     403   401   401        403     403     403     401     401     401
  getMyDay            401     403     in     403   401   401        403     403     403     401     401     401
  sayArrived          401     in      403    403   401   401        403     403     403     401     401     401
  disputeCash         401     in      403    403   401   401        403     403     403     401     401     401
  agreeToStart        401     in      403    403   401   401        403     403     403     401     401     401
  correctTime         401     in      in     403   401   401        403     403     403     401     401     401
  answerCorrection    401     in      in     403   401   401        403     403     403     401     401     401
  confirmHours        401     in      403    403   401   401        403     403     403     401     401     401
  getDay              401     in      403    403   401   401        403     403     403     401     401     401
  getDayRecord        401     in      403    403   401   401        403     403     403     401     401     401
  addDayPhotos        401     in      in     403   401   401        403     403     403     401     401     401
  getDayPhoto         401     in      in     403   401   401        403     403     403     401     401     401
  listDayQuestions    401     403     403    in    401   401        403     403     403     401     401     401
  decideDayQuestion   401     403     403    in    401   401        403     403     403     401     401     401
  sayArrivedByLink    in      in       in     in    in    in         in      in      in      in      in      in
  getSharedDay        in      in       in     in    in    in         in      in      in      in      in      in
  verifyRecord        in      in       in     in    in    in         in      in      in      in      in      in
  getRecordKey        in      in       in     in    in    in         in      in      in      in      in      in
  watchBookings       401     in       in     403   401   401        403     403     403     401     401     401

  getCompany          401     403      in     403   401   401        403     403     403     401     401     401
  updateCompany       401     403      in     403   401   401        403     403     403     401     401     401
  getCompanyProfile   401     in       in     in    401   401        403     403     403     401     401     401
  getMarketingInfo    401     403      in     403   401   401        403     403     403     401     401     401
  saveMarketingInfo   401     403      in     403   401   401        403     403     403     401     401     401
  uploadLogo          401     403      in     403   401   401        403     403     403     401     401     401
  listCompanyPhotos   401     403      in     403   401   401        403     403     403     401     401     401
  addCompanyPhotos    401     403      in     403   401   401        403     403     403     401     401     401
  arrangeCompanyPhotos 401     403      in     403   401   401        403     403     403     401     401     401
  removeCompanyPhoto  401     403      in     403   401   401        403     403     403     401     401     401
  getPlatformTerms    in      in       in     in    in    in         in      in      in      in      in      in
  getCustomerTerms    in      in       in     in    in    in         in      in      in      in      in      in
  getPicture          in      in       in     in    in    in         in      in      in      in      in      in
  getBankingAccount   401     403      in     403   401   401        403     403     403     401     401     401
  saveBankingAccount  401     403      in     403   401   401        403     403     403     401     401     401
  confirmBankingAccount 401     403      in     403   401   401        403     403     403     401     401     401
  getNotificationSettings 401     403      in     403   401   401        403     403     403     401     401     401
  saveNotificationSettings 401     403      in     403   401   401        403     403     403     401     401     401
  listUnits           401     403      in     403   401   401        403     403     403     401     401     401
  addUnit             401     403      in     403   401   401        403     403     403     401     401     401
  getUnit             401     403      in     403   401   401        403     403     403     401     401     401
  updateUnit          401     403      in     403   401   401        403     403     403     401     401     401
  getAllowedJobs      401     403      in     403   401   401        403     403     403     401     401     401
  saveAllowedJobs     401     403      in     403   401   401        403     403     403     401     401     401
  deactivateUnit      401     403      in     403   401   401        403     403     403     401     401     401
  appealUnit          401     403      in     403   401   401        403     403     403     401     401     401
  getVan              401     403      in     403   401   401        403     403     403     401     401     401
  addVan              401     403      in     403   401   401        403     403     403     401     401     401
  saveVan             401     403      in     403   401   401        403     403     403     401     401     401
  resetVan            401     403      in     403   401   401        403     403     403     401     401     401
  listUnitDocuments   401     403      in     403   401   401        403     403     403     401     401     401
  uploadUnitDocument  401     403      in     403   401   401        403     403     403     401     401     401
  cancelUnitDocument  401     403      in     403   401   401        403     403     403     401     401     401
  listCompanyDocuments 401     403      in     403   401   401        403     403     403     401     401     401
  uploadCompanyDocument 401     403      in     403   401   401        403     403     403     401     401     401
  getDocumentFile     401     403      in     in    401   401        403     403     403     401     401     401
  inviteDriver        401     403      in     403   401   401        403     403     403     401     401     401
  changeDriver        401     403      in     403   401   401        403     403     403     401     401     401
  removeDriver        401     403      in     403   401   401        403     403     403     401     401     401
  validateInvitation  in      in       in     in    in    in         in      in      in      in      in      in
  joinUnit            in      in       in     in    in    in         in      in      in      in      in      in
  acceptInvitation    401     403      403    403   401   401        403     403     403     401     401     401
  getDrivenUnit       401     403      403    403   401   401        403     403     403     401     401     401
  getJobNotices       401     403      403    403   401   401        403     403     403     401     401     401
  saveJobNotices      401     403      403    403   401   401        403     403     403     401     401     401
  listPeople          401     403      in     403   401   401        403     403     403     401     401     401
  addPerson           401     403      in     403   401   401        403     403     403     401     401     401
  savePerson          401     403      in     403   401   401        403     403     403     401     401     401
  removePerson        401     403      in     403   401   401        403     403     403     401     401     401
  uploadPersonPhoto   401     403      in     403   401   401        403     403     403     401     401     401
  getPersonPhoto      401     403      in     in    401   401        403     403     403     401     401     401
  submitPersonCheck   401     403      in     403   401   401        403     403     403     401     401     401
  getPersonFile       401     403      in     in    401   401        403     403     403     401     401     401
  listPostcodeDistricts 401     403      in     403   401   401        403     403     403     401     401     401
  getOverview         401     403      in     403   401   401        403     403     403     401     401     401
  setUpUnit           401     403      in     403   401   401        403     403     403     401     401     401
  setOperatingArea    401     403      in     403   401   401        403     403     403     401     401     401
  getProgress         401     403      in     403   401   401        403     403     403     401     401     401
  getSettings         401     403      in     403   401   401        403     403     403     401     401     401
  getHourlyRates      401     403      in     403   401   401        403     403     403     401     401     401
  saveHourlyRates     401     403      in     403   401   401        403     403     403     401     401     401
  getMileageCharges   401     403      in     403   401   401        403     403     403     401     401     401
  saveMileageCharges  401     403      in     403   401   401        403     403     403     401     401     401
  getOutOfHoursRate   401     403      in     403   401   401        403     403     403     401     401     401
  saveOutOfHoursRate  401     403      in     403   401   401        403     403     403     401     401     401
  getTerms            401     403      in     403   401   401        403     403     403     401     401     401
  saveTerms           401     403      in     403   401   401        403     403     403     401     401     401
  simulatePrice       401     403      in     403   401   401        403     403     403     401     401     401
  listUnitSearches    401     403      in     403   401   401        403     403     403     401     401     401
  getUnitGains        401     403      in     403   401   401        403     403     403     401     401     401
  tryOutUnit          401     403      in     403   401   401        403     403     403     401     401     401
  getUnitNews         401     403      in     403   401   401        403     403     403     401     401     401

  getSchedule         401     403      in     403   401   401        403     403     403     401     401     401
  saveSchedule        401     403      in     403   401   401        403     403     403     401     401     401
  createSchedule      401     403      in     403   401   401        403     403     403     401     401     401
  saveAvailability    401     403      in     403   401   401        403     403     403     401     401     401
  createAvailability  401     403      in     403   401   401        403     403     403     401     401     401
  addVacation         401     403      in     403   401   401        403     403     403     401     401     401
  removeVacation      401     403      in     403   401   401        403     403     403     401     401     401
  getCalendarFeed     401     403      in     403   401   401        403     403     403     401     401     401
  renewCalendarFeed   401     403      in     403   401   401        403     403     403     401     401     401
  revokeCalendarFeed  401     403      in     403   401   401        403     403     403     401     401     401
  readCalendarFeed    in      in       in     in    in    in         in      in      in      in      in      in

  listVerifications   401     403      403    in    401   401        403     403     403     401     401     401
  getVerification     401     403      403    in    401   401        403     403     403     401     401     401
  decideVerification  401     403      403    in    401   401        403     403     403     401     401     401
  listPersonVerifications 401     403      403    in    401   401        403     403     403     401     401     401
  getPersonVerification 401     403      403    in    401   401        403     403     403     401     401     401
  decidePerson        401     403      403    in    401   401        403     403     403     401     401     401
  blockUnit           401     403      403    in    401   401        403     403     403     401     401     401
  listStaff           401     403      403    in    401   401        403     403     403     401     401     401
  inviteStaff         401     403      403    in    401   401        403     403     403     401     401     401
  changeStaffRole     401     403      403    in    401   401        403     403     403     401     401     401
  endStaffAccess      401     403      403    in    401   401        403     403     403     401     401     401
  blockPerson         401     403      403    in    401   401        403     403     403     401     401     401
  unblockPerson       401     403      403    in    401   401        403     403     403     401     401     401
  deactivateByOffice  401     403      403    in    401   401        403     403     403     401     401     401
  restoreUnit         401     403      403    in    401   401        403     403     403     401     401     401
  previewVerification     401     403      403    in    401   401        403     403     403     401     401     401
  listUndelivered         401     403      403    in    401   401        403     403     403     401     401     401
  listOfficePlans         401     403      403    in    401   401        403     403     403     401     401     401
  closeOfficePlan         401     403      403    in    401   401        403     403     403     401     401     401
  sendUndelivered         401     403      403    in    401   401        403     403     403     401     401     401
  listSettings            401     403      403    in    401   401        403     403     403     401     401     401
  exportSettingChanges     401     403      403    in    401   401        403     403     403     401     401     401
  previewSetting          401     403      403    in    401   401        403     403     403     401     401     401
  changeSetting           401     403      403    in    401   401        403     403     403     401     401     401
  withdrawSetting         401     403      403    in    401   401        403     403     403     401     401     401
  checkSetting            401     403      403    in    401   401        403     403     403     401     401     401
  listAudit               401     403      403    in    401   401        403     403     403     401     401     401
  exportAudit         401     403      403    in    401   401        403     403     403     401     401     401
  listReports             401     403      403    in    401   401        403     403     403     401     401     401
  decideReport            401     403      403    in    401   401        403     403     403     401     401     401
  listStopped             401     403      403    in    401   401        403     403     403     401     401     401
  findUnits               401     403      403    in    401   401        403     403     403     401     401     401
  decideAppeal            401     403      403    in    401   401        403     403     403     401     401     401
  listDecisions           401     403      403    in    401   401        403     403     403     401     401     401
  undoDecision            401     403      403    in    401   401        403     403     403     401     401     401
  lookAt                  401     403      403    in    401   401        403     403     403     401     401     401

  getReviewPage       in      in       in     in    in    in         in      in      in      in      in      in
  reviewBooking       in      in       in     in    in    in         in      in      in      in      in      in
  listCompanyReviews  in      in       in     in    in    in         in      in      in      in      in      in
  getWhatPeopleSay    in      in       in     in    in    in         in      in      in      in      in      in
  getCompanyPage      in      in       in     in    in    in         in      in      in      in      in      in
  answerReview        401     403      in     403   401   401        403     403     403     401     401     401
  listReviews         401     403      403    in    401   401        403     403     403     401     401     401
  hideReview          401     403      403    in    401   401        403     403     403     401     401     401
  restoreReview       401     403      403    in    401   401        403     403     403     401     401     401
  getRebookPrice      401     in       403    403   401   401        403     403     403     401     401     401
  askForRebook        401     in       403    403   401   401        403     403     403     401     401     401
  findFreeNow         401     in       403    403   401   401        403     403     403     401     401     401
  bookInstead         401     in       403    403   401   401        403     403     403     401     401     401
  listRebookings      401     403      in     403   401   401        403     403     403     401     401     401
  confirmRebook       401     403      in     403   401   401        403     403     403     401     401     401
  declineRebook       401     403      in     403   401   401        403     403     403     401     401     401
  createClaim         401     in       403    403   401   401        403     403     403     401     401     401
  getClaim            401     in       in     in    401   401        403     403     403     401     401     401
  getClaimPhoto       401     in       in     in    401   401        403     403     403     401     401     401
  answerClaim         401     403      in     403   401   401        403     403     403     401     401     401
  listClaims          401     403      403    in    401   401        403     403     403     401     401     401
  exportClaims        401     403      403    in    401   401        403     403     403     401     401     401
  decideClaim         401     403      403    in    401   401        403     403     403     401     401     401
  createStatement     401     403      403    in    401   401        403     403     403     401     401     401
  listStatements      401     403      403    in    401   401        403     403     403     401     401     401
  getStatement        401     403      403    in    401   401        403     403     403     401     401     401
  saveStatement       401     403      403    in    401   401        403     403     403     401     401     401
  discardStatement    401     403      403    in    401   401        403     403     403     401     401     401
  createInvoice       401     403      403    in    401   401        403     403     403     401     401     401
  listInvoices        401     403      403    in    401   401        403     403     403     401     401     401
  getInvoice          401     403      403    in    401   401        403     403     403     401     401     401
  saveInvoice         401     403      403    in    401   401        403     403     403     401     401     401
  discardInvoice      401     403      403    in    401   401        403     403     403     401     401     401
  createSalesCredit   401     403      403    in    401   401        403     403     403     401     401     401
  listSalesCredits    401     403      403    in    401   401        403     403     403     401     401     401
  getSalesCredit      401     403      403    in    401   401        403     403     403     401     401     401
  saveSalesCredit     401     403      403    in    401   401        403     403     403     401     401     401
  discardSalesCredit  401     403      403    in    401   401        403     403     403     401     401     401
  downloadStatement   401     403      403    in    401   401        403     403     403     401     401     401
  sendStatement       401     403      403    in    401   401        403     403     403     401     401     401
  sendStatementByGet  401     403      403    in    401   401        403     403     403     401     401     401
  downloadAllStatements 401     403      403    in    401   401        403     403     403     401     401     401
  downloadInvoice     401     403      403    in    401   401        403     403     403     401     401     401
  sendInvoice         401     403      403    in    401   401        403     403     403     401     401     401
  sendInvoiceByGet    401     403      403    in    401   401        403     403     403     401     401     401
  downloadAllInvoices 401     403      403    in    401   401        403     403     403     401     401     401
  downloadSalesCredit 401     403      403    in    401   401        403     403     403     401     401     401
  sendSalesCredit     401     403      403    in    401   401        403     403     403     401     401     401
  sendSalesCreditByGet 401     403      403    in    401   401        403     403     403     401     401     401
  downloadAllSalesCredits 401     403      403    in    401   401        403     403     403     401     401     401
  listCreditClients   401     403      403    in    401   401        403     403     403     401     401     401
  addFeeCorrection    401     403      403    in    401   401        403     403     403     401     401     401
  deleteFeeCorrection 401     403      403    in    401   401        403     403     403     401     401     401
  confirmFeeCorrections 401     403      403    in    401   401        403     403     403     401     401     401
  exportStatements     401     403      403    in    401   401        403     403     403     401     401     401
  exportStatementLines     401     403      403    in    401   401        403     403     403     401     401     401
  exportInvoices     401     403      403    in    401   401        403     403     403     401     401     401
  exportInvoiceLines     401     403      403    in    401   401        403     403     403     401     401     401
  exportSalesCredits     401     403      403    in    401   401        403     403     403     401     401     401
  exportSalesCreditLines     401     403      403    in    401   401        403     403     403     401     401     401
  listSellers     401     403      403    in    401   401        403     403     403     401     401     401
  exportSellers     401     403      403    in    401   401        403     403     403     401     401     401
  getIncome     401     403      in     403   401   401        403     403     403     401     401     401
  exportIncome     401     403      in     403   401   401        403     403     403     401     401     401
  exportIncomeRecords     401     403      in     403   401   401        403     403     403     401     401     401
  exportOwnStatements     401     403      in     403   401   401        403     403     403     401     401     401
  exportOwnStatementLines     401     403      in     403   401   401        403     403     403     401     401     401
  previewBillingMonth 401     403      403    in    401   401        403     403     403     401     401     401
  startBillingRun     401     403      403    in    401   401        403     403     403     401     401     401
  listBillingRuns     401     403      403    in    401   401        403     403     403     401     401     401
  getBillingRun       401     403      403    in    401   401        403     403     403     401     401     401
  listBillingRunSteps 401     403      403    in    401   401        403     403     403     401     401     401
  stopBillingRun      401     403      403    in    401   401        403     403     403     401     401     401
  continueBillingRun  401     403      403    in    401   401        403     403     403     401     401     401
  previewBillingDocument 401     403      403    in    401   401        403     403     403     401     401     401
  listOwnStatements   401     403      in     403   401   401        403     403     403     401     401     401
  downloadOwnStatement 401    403      in     403   401   401        403     403     403     401     401     401
  getOwnStatement     401     403      in     403   401   401        403     403     403     401     401     401
  queryLine           401     403      in     403   401   401        403     403     403     401     401     401
  answerQuery         401     403      403    in    401   401        403     403     403     401     401     401
  getBoard            401     403      403    in    401   401        403     403     403     401     401     401
  listBoardCases      401     403      403    in    401   401        403     403     403     401     401     401
  watchBoard          401     403      403    in    401   401        403     403     403     401     401     401
  findBookings        401     403      403    in    401   401        403     403     403     401     401     401
  exportBookings      401     403      403    in    401   401        403     403     403     401     401     401
  getBoardBooking     401     403      403    in    401   401        403     403     403     401     401     401
  listMoveUnits       401     403      403    in    401   401        403     403     403     401     401     401
  moveBooking         401     403      403    in    401   401        403     403     403     401     401     401
  askAgain            401     403      403    in    401   401        403     403     403     401     401     401
  makeHot             401     403      403    in    401   401        403     403     403     401     401     401
  markCharged         401     403      403    in    401   401        403     403     403     401     401     401
  markRefunded        401     403      403    in    401   401        403     403     403     401     401     401
  getFigures          401     403      403    in    401   401        403     403     403     401     401     401
  getUnmetSearches    401     403      403    in    401   401        403     403     403     401     401     401
  getEarnings         in      in       in     in    in    in         in      in      in      in      in      in
  getSources          401     403      403    in    401   401        403     403     403     401     401     401
  exportFigures       401     403      403    in    401   401        403     403     403     401     401     401

  getCategories           in      in       in     in    in    in         in      in      in      in      in      in
  getServicesPage         in      in       in     in    in    in         in      in      in      in      in      in
  getLocationsPage        in      in       in     in    in    in         in      in      in      in      in      in
  getLocation             in      in       in     in    in    in         in      in      in      in      in      in
  getServiceCategory      in      in       in     in    in    in         in      in      in      in      in      in
  listArticles            in      in       in     in    in    in         in      in      in      in      in      in
  listArticleSlugs        in      in       in     in    in    in         in      in      in      in      in      in
  listHighlightedArticles in      in       in     in    in    in         in      in      in      in      in      in
  getArticle              in      in       in     in    in    in         in      in      in      in      in      in
  getRootContent          in      in       in     in    in    in         in      in      in      in      in      in
  getContentImage         in      in       in     in    in    in         in      in      in      in      in      in
  getShareImage           in      in       in     in    in    in         in      in      in      in      in      in
  getSitemap              in      in       in     in    in    in         in      in      in      in      in      in
  getSitemapPart          in      in       in     in    in    in         in      in      in      in      in      in
  uploadContentPicture    401     403      403    in    401   401        403     403     403     401     401     401
  getPreview              in      in       in     in    in    in         in      in      in      in      in      in
  listContentPages        401     403      403    in    401   401        403     403     403     401     401     401
  getContentPage          401     403      403    in    401   401        403     403     403     401     401     401
  getContentVersion       401     403      403    in    401   401        403     403     403     401     401     401
  createContentPage       401     403      403    in    401   401        403     403     403     401     401     401
  saveContentDraft        401     403      403    in    401   401        403     403     403     401     401     401
  restoreContentVersion   401     403      403    in    401   401        403     403     403     401     401     401
  publishContent          401     403      403    in    401   401        403     403     403     401     401     401
  unscheduleContent       401     403      403    in    401   401        403     403     403     401     401     401
  withdrawContentPage     401     403      403    in    401   401        403     403     403     401     401     401
  bringBackContentPage    401     403      403    in    401   401        403     403     403     401     401     401
  renameContentPage       401     403      403    in    401   401        403     403     403     401     401     401
  placeContentPage        401     403      403    in    401   401        403     403     403     401     401     401
  drawContent             401     403      403    in    401   401        403     403     403     401     401     401
  previewContent          401     403      403    in    401   401        403     403     403     401     401     401
`

const [header = '', ...rows] = TABLE.trim()
  .split('\n')
  .filter((line) => line.trim())
const callers = header.trim().split(/\s+/)
const expected = new Map(
  rows.map((line) => {
    const [id = '', ...cells] = line.trim().split(/\s+/)
    return [id, cells]
  }),
)

let app: TestApp
let bookingToken: string
beforeAll(async () => {
  app = await createTestApp()
  const body = { userRole: 'customer' as const, email: 'half@example.com', password: testPassword, firstName: 'Half' }
  const answer = await app.call()(register, { body })
  if (!answer.ok) throw new Error(answer.problem.code)
  ;({ bookingToken } = answer.data)
})
afterAll(() => app.close())

/** An access token of an account that came into this state after it had signed in. */
async function tokenOf(state: { status?: UserStatus; isVerified?: boolean }): Promise<string> {
  const person = await createPerson(app, state)
  return (await sessionFor(app, person.id)).bearer
}

const bearers: Record<string, () => string | undefined | Promise<string | undefined>> = {
  visitor: () => undefined,
  customer: async () => (await signIn(app, 'customer')).bearer,
  driver: async () => (await signIn(app, 'driver')).bearer,
  admin: async () => (await signIn(app, 'admin')).bearer,
  token: () => bookingToken,
  unverified: () => tokenOf({ isVerified: false }),
  blocked: () => tokenOf({ status: 'blocked' }),
  leaving: () => tokenOf({ status: 'pending_delete' }),
  deleted: () => tokenOf({ status: 'deleted' }),
  expired: async () => {
    const { userId, sessionId } = await signIn(app, 'customer')
    const now = app.clock.now()
    app.clock.advance({ minutes: -10, seconds: -1 })
    const bearer = await signAccessToken(app.ctx, { userId, sessionId })
    app.clock.set(now)
    return bearer
  },
  garbled: async () => `${(await signIn(app, 'customer')).bearer.slice(0, -4)}AAAA`,
  ended: async () => {
    const { bearer } = await signIn(app, 'customer')
    await app.call(bearer)(logOut)
    return bearer
  },
}

/** Sends the least that reaches the door: past it, it may be told that everything is wrong. */
async function knock(endpoint: Endpoint, headers: Record<string, string>): Promise<number> {
  const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '1']))
  const response = await app.app.fastify.inject({
    method: endpoint.method,
    url: pathOf(endpoint, { params }),
    headers,
    ...(endpoint.body ? { payload: {} } : {}),
  })
  return response.statusCode
}

const bearing = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

const cellOf = (status: number): string => {
  if (status === 401 || status === 403) return String(status)
  return status < 500 ? 'in' : `failed with ${status}`
}

describe('the table of who may call what', () => {
  it('has a row for every endpoint, and no row without one', () => {
    expect([...expected.keys()].toSorted()).toEqual(app.app.api.endpoints.map(({ id }) => id).toSorted())
  })

  it('has a cell for every caller', () => {
    expect(callers).toEqual(Object.keys(bearers))
    for (const cells of expected.values()) expect(cells).toHaveLength(callers.length)
  })

  it.each([...expected])('holds for %s', async (id, cells) => {
    const endpoint = app.app.api.endpoints.find((one) => one.id === id)
    if (!endpoint) throw new Error(`Nothing serves ${id}`)
    const found: Record<string, string> = {}
    for (const caller of callers) found[caller] = cellOf(await knock(endpoint, bearing(await bearers[caller]?.())))
    expect(found).toEqual(Object.fromEntries(callers.map((caller, index) => [caller, cells[index]])))
  })
})

/** What a hired driver may call of what asks for a login; everything else is the owner's, the office's or customers' (ADR 0026). */
const HIRED =
  `logOut getUser updateUser updatePassword getPhoneCode verifyPhone listSessions endOtherSessions endOneSession
  getTwoStep startTwoStep confirmTwoStep renewRecoveryCodes stopTwoStep deleteAccount exportOwnData
  getPushDevice addPushDevice removePushDevice listConversations getThread writeMessage readThread getMessagePhoto reportMessage getWaiting
  getSchedule getCrew getCrewPhoto watchBookings listHotJobs listNewBookings listConfirmedBookings getJobCounts listUnitPastBookings
  setOff startJob pauseJob resumeJob finishJob runLate tickLoaded sendVanHome reachStop recordCash sendPosition correctTime answerCorrection getDriverDay getDriverDayRecord getMyDay
  addDayPhotos getDayPhoto listChanges proposeChange getBookedMove changeMove offerMoveTime offerTime agreeChange refuseChange withdrawChange getChangePhoto listKeysLinks makeKeysLink withdrawKeysLink makeScreenCode
  listMovePhotos getMovePhoto getDriverBooking getJobSheet listRebookings confirmRebook declineRebook confirmBooking takeBooking rejectBooking reconfirmBooking getDrivenUnit acceptInvitation getJobNotices saveJobNotices`.split(
    /\s+/,
  )

describe('a hired driver', () => {
  it('gets into the login of their own, a calendar, its jobs, and nothing else', async () => {
    const { id } = await createPerson(app, { isHired: true })
    const found: Record<string, string> = {}
    const guarded = app.app.api.endpoints.filter(({ access }) => access !== 'public')
    for (const endpoint of guarded) {
      const { bearer } = await sessionFor(app, id)
      found[endpoint.id] = cellOf(await knock(endpoint, bearing(bearer)))
    }
    expect(found).toEqual(
      Object.fromEntries(guarded.map((endpoint) => [endpoint.id, HIRED.includes(endpoint.id) ? 'in' : '403'])),
    )
  })
})

/**
 * Which roles of the office may call what admits admins, written by hand; `self` is also open before two-step login is set up. A new
 * endpoint of the office fails here until somebody has decided.
 */
const STAFF = `
self: logOut getUser updatePassword listSessions endOtherSessions endOneSession getTwoStep startTwoStep confirmTwoStep renewRecoveryCodes stopTwoStep
owner billing support editor: updateUser getPhoneCode verifyPhone deleteAccount exportOwnData getCompanyProfile
owner billing support: findCompanies exportCompanies getCompanyForOffice listCompanyTrail getBoard listBoardCases findBookings exportBookings
  getBoardBooking watchBoard findUnits listDecisions
owner billing: saveVat listCreditClients createStatement createInvoice createSalesCredit listStatements getStatement saveStatement
  discardStatement listInvoices getInvoice saveInvoice discardInvoice listSalesCredits getSalesCredit saveSalesCredit discardSalesCredit
  addFeeCorrection deleteFeeCorrection confirmFeeCorrections downloadAllStatements downloadStatement sendStatement sendStatementByGet downloadAllInvoices
  downloadInvoice sendInvoice sendInvoiceByGet downloadAllSalesCredits downloadSalesCredit sendSalesCredit sendSalesCreditByGet
  exportStatements exportStatementLines exportInvoices exportInvoiceLines exportSalesCredits exportSalesCreditLines listSellers exportSellers
  answerQuery markCharged markRefunded previewBillingDocument previewBillingMonth startBillingRun listBillingRuns getBillingRun
  listBillingRunSteps stopBillingRun continueBillingRun listSettings previewSetting exportSettingChanges getFigures getUnmetSearches
  getSources exportFigures
owner support: listUndelivered sendUndelivered listOfficePlans closeOfficePlan blockPerson unblockPerson getDocumentFile getPersonPhoto getPersonFile listPersonVerifications
  getPersonVerification decidePerson listVerifications getVerification decideVerification previewVerification blockCompany deactivateCompany
  restoreCompany undoDecision listStopped decideAppeal lookAt blockUnit deactivateByOffice restoreUnit getClaim getClaimPhoto listClaims
  exportClaims decideClaim listDayQuestions decideDayQuestion bookSpecial bookOfficePlan listMoveUnits moveBooking makeHot askAgain findCustomers getMoveAgain
  getBookedMove priceMove changeMove
  listReports decideReport listReviews hideReview restoreReview findPeople exportPeople getPerson listPersonMessages listPersonTrail
owner editor: uploadContentPicture listContentPages createContentPage drawContent getContentPage getContentVersion saveContentDraft
  restoreContentVersion publishContent unscheduleContent withdrawContentPage bringBackContentPage renameContentPage placeContentPage
  previewContent
owner: listStaff inviteStaff changeStaffRole endStaffAccess changeSetting withdrawSetting checkSetting listAudit exportAudit
`

/** The calls, each with the roles that it is open to. */
const staffOf = new Map(
  STAFF.trim()
    .split(/\n(?=\S)/)
    .flatMap((group) => {
      const [roles = '', ids = ''] = group.split(':')
      return ids
        .trim()
        .split(/\s+/)
        .map((id) => [id, roles] as const)
    }),
)

describe('the roles of the office', () => {
  const ofStaff = (those: TestApp) => those.app.api.endpoints.filter(({ access }) => access.includes('admin'))

  /** The code of the refusal at the door, or `in`. */
  async function answerAtDoor(those: TestApp, endpoint: Endpoint, bearer: string): Promise<string> {
    const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '1']))
    const response = await those.app.fastify.inject({
      method: endpoint.method,
      url: pathOf(endpoint, { params }),
      headers: bearing(bearer),
      ...(endpoint.body ? { payload: {} } : {}),
    })
    return response.statusCode === 403 ? response.json<{ code: string }>().code : 'in'
  }

  it('are decided for every call of the office', () => {
    expect([...staffOf.keys()].toSorted()).toEqual(
      ofStaff(app)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  it.each(STAFF_ROLES)('%s gets into what is theirs, and into nothing else', async (role) => {
    const found: Record<string, string> = {}
    for (const endpoint of ofStaff(app))
      found[endpoint.id] = await answerAtDoor(app, endpoint, (await signIn(app, 'admin', role)).bearer)
    expect(found).toEqual(
      Object.fromEntries(
        [...staffOf].map(([id, roles]) => [id, /self/.test(roles) || roles.includes(role) ? 'in' : 'staff_role']),
      ),
    )
  })

  it('in production, open nothing but the own login until two-step login is set up', async () => {
    const production = await createTestApp({ config: { appMode: 'production' } })
    try {
      const found: Record<string, string> = {}
      for (const endpoint of ofStaff(production))
        found[endpoint.id] = await answerAtDoor(production, endpoint, (await signIn(production, 'admin')).bearer)
      expect(found).toEqual(
        Object.fromEntries([...staffOf].map(([id, roles]) => [id, roles === 'self' ? 'in' : 'two_step_needed'])),
      )
      const { bearer, userId } = await signIn(production, 'admin')
      expect(await production.call(bearer)(getUser)).toMatchObject({ data: { staffRole: 'owner', needsTwoStep: true } })
      await production.ctx.db
        .insertInto('identity.two_step')
        .values({ userId, secret: 'sealed', lastStep: 0, createdAt: production.clock.now() })
        .execute()
      const knockAtBoard = () => production.call(bearer)(getBoard)
      expect(await knockAtBoard()).toMatchObject({ ok: false, problem: { code: 'two_step_needed' } })
      await production.ctx.db
        .updateTable('identity.two_step')
        .set({ confirmedAt: production.clock.now() })
        .where('userId', '=', userId)
        .execute()
      expect((await knockAtBoard()).ok).toBe(true)
    } finally {
      await production.close()
    }
  })

  it('are named by every call of the office, and by no other: one that forgets is not served at all', () => {
    const { staff: _, ...nobodyDecided } = { ...getBoard, id: 'forgotten', path: '/forgotten/' as const }
    const serveIt = () =>
      serve(app.app.api, nobodyDecided as unknown as typeof getBoard, () => Promise.reject(new Error()))
    expect(serveIt).toThrow('forgotten does not say which roles of the office may call it')
  })
})

describe('the door', () => {
  const guarded = () => app.app.api.endpoints.filter(({ access }) => access !== 'public')

  it('knows nobody by a cookie, a query or another scheme', async () => {
    const bearer = (await signIn(app, 'customer')).bearer
    const attempts: Record<string, string>[] = [
      { cookie: `authData=${bearer}:refresh; __Host-authData=${bearer}:refresh; authorization=Bearer ${bearer}` },
      { authorization: bearer },
      { authorization: `Basic ${bearer}` },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${bearer} ${bearer}` },
      { 'x-authorization': `Bearer ${bearer}`, 'x-user-id': '1', 'x-forwarded-user': 'admin' },
    ]
    const statuses = new Set<number>()
    for (const endpoint of guarded()) for (const headers of attempts) statuses.add(await knock(endpoint, headers))
    const query = await app.app.fastify.inject(`/api/users/?access=${bearer}&authorization=Bearer%20${bearer}`)
    expect([...statuses, query.statusCode]).toEqual([401, 401])
  })

  it('is as shut for HEAD as for GET', async () => {
    for (const endpoint of guarded().filter(({ method }) => method === 'GET')) {
      const response = await app.app.fastify.inject({ method: 'HEAD', url: pathOf(endpoint) })
      expect([endpoint.id, response.statusCode]).toEqual([endpoint.id, 401])
    }
  })

  it('names the state of an account to whoever has its password or its session', async () => {
    const details: string[] = []
    for (const state of [
      { isVerified: false },
      { status: 'pending_delete' },
      { status: 'deleted' },
      { status: 'blocked' },
    ] as const) {
      const { email, password } = await createPerson(app, state)
      const answer = await app.call()(logIn, { body: { email, password } })
      details.push(answer.ok ? 'in' : `${answer.status} ${answer.problem.detail}`)
    }
    expect(details).toEqual([
      '403 unverified email',
      '403 account deleted',
      '403 account deleted',
      '403 account is blocked',
    ])
  })

  it('does not exist for an endpoint that says nothing about access: it is not served at all', () => {
    const { access: _, ...nobodyDecided } = { ...getItem, id: 'forgotten', path: '/forgotten/' as const }
    const serveIt = () =>
      serve(app.app.api, nobodyDecided as unknown as typeof getItem, () => Promise.reject(new Error()))
    expect(serveIt).toThrow('forgotten does not say who may call it')
    expect(app.app.api.endpoints.map(({ id }) => id)).not.toContain('forgotten')
  })
})
