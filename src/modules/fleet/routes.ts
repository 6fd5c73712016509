import { MAX_PHOTO_BYTES } from '#modules/files/rules.ts'
import { readFields } from '#platform/input.ts'
import { serve, type Api } from '#platform/serve.ts'
import { ownCompanyOf, userIdOf } from '#platform/session.ts'
import { timeString } from '#shared/duration.ts'
import { Refusal } from '#shared/endpoint.ts'
import { pageLinks } from '#shared/page.ts'
import { listVanCategories, listVehicleMakers } from './contract.ts'
import { VANS, VEHICLE_MAKERS, type VanDetails } from './data.ts'
import { submitDocument, withdrawSubmission } from './documents/commands.ts'
import {
  cancelUnitDocument,
  getDocumentFile,
  listCompanyDocuments,
  listUnitDocuments,
  uploadCompanyDocument,
  uploadUnitDocument,
} from './documents/contract.ts'
import { findCompanyDocuments, findUnitDocuments, readDocumentFile } from './documents/queries.ts'
import { MOST_DOCUMENT_BYTES, MOST_FILES } from './documents/rules.ts'
import {
  changeDriver,
  inviteDriver,
  removeDriver,
  acceptAsHired,
  joinUnit,
  saveJobNotices,
} from './drivers/commands.ts'
import {
  acceptInvitation,
  changeDriver as changeEndpoint,
  getDrivenUnit,
  inviteDriver as inviteEndpoint,
  joinUnit as joinEndpoint,
  removeDriver as removeEndpoint,
  validateInvitation,
  getJobNotices,
  saveJobNotices as saveNoticesEndpoint,
} from './drivers/contract.ts'
import { listJobNotices, describeInvitation, findDrivenUnit } from './drivers/queries.ts'
import { addPerson, savePersonPhoto, removePerson, savePerson, submitCheck } from './people/commands.ts'
import {
  addPerson as addPersonEndpoint,
  getPersonFile,
  getPersonPhoto,
  listPeople,
  removePerson as removePersonEndpoint,
  savePerson as savePersonEndpoint,
  submitPersonCheck,
  uploadPersonPhoto,
} from './people/contract.ts'
import { findPeople, readPersonFile, readPersonPhoto, withOwnPerson } from './people/queries.ts'
import { withOwnUnit } from './queries.ts'
import { setOperatingArea, addUnit, appeal, pauseUnit, renameUnit, saveJobs } from './units/commands.ts'
import {
  listPostcodeDistricts,
  setOperatingArea as setOperatingAreaEndpoint,
  addUnit as addUnitEndpoint,
  appealUnit,
  deactivateUnit,
  getAllowedJobs,
  getUnit,
  listUnits as listUnitsEndpoint,
  saveAllowedJobs,
  updateUnit,
} from './units/contract.ts'
import { listDistricts, getJobs, getUnitOf, listUnits } from './units/queries.ts'
import { addVan, resetVan, saveVan } from './vans/commands.ts'
import {
  addVan as addVanEndpoint,
  getVan,
  resetVan as resetVanEndpoint,
  saveVan as saveVanEndpoint,
} from './vans/contract.ts'
import { findVan } from './vans/queries.ts'

const vans = VANS.map(vanAnswer)
const makers = VEHICLE_MAKERS.map(({ id, name, models }) => ({
  id,
  name,
  models: models.map((model) => ({ name: model.name, vanCategories: model.categories })),
}))

export function routes(api: Api): void {
  serve(api, listVanCategories, async () => vans)
  serve(api, listVehicleMakers, async () => makers)
  unitRoutes(api)
  vanRoutes(api)
  documentRoutes(api)
  peopleRoutes(api)
  driverRoutes(api)
  serve(api, listPostcodeDistricts, (ctx, { query }) => listDistricts(ctx, query))
  serve(api, setOperatingAreaEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => setOperatingArea(ctx, unit, body)),
  )
}

function unitRoutes(api: Api): void {
  serve(api, listUnitsEndpoint, async (ctx, { query }) => {
    const { count, results } = await listUnits(ctx, ownCompanyOf(ctx.actor).id, query)
    return { count, ...pageLinks('/api/company/working-unit/', {}, query, count), results }
  })
  serve(api, addUnitEndpoint, async (ctx, { body }) => addUnit(ctx, ownCompanyOf(ctx.actor).id, body.name))
  serve(api, getUnit, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => getUnitOf(ctx, unit)))
  serve(api, updateUnit, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => renameUnit(ctx, unit, body.name)),
  )
  serve(api, getAllowedJobs, (ctx, { params }) => withOwnUnit(ctx, params.id, ({ unitId }) => getJobs(ctx, unitId)))
  serve(api, saveAllowedJobs, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => saveJobs(ctx, unit, body)),
  )
  serve(api, deactivateUnit, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => pauseUnit(ctx, unit, body.deactivate)),
  )
  serve(api, appealUnit, (ctx, { params, body }) => withOwnUnit(ctx, params.id, (unit) => appeal(ctx, unit, body.text)))
}

function vanRoutes(api: Api): void {
  serve(api, getVan, (ctx, { params }) => withOwnUnit(ctx, params.id, ({ unitId }) => findVan(ctx, unitId)))
  serve(api, addVanEndpoint, (ctx, { params, body }) => withOwnUnit(ctx, params.id, (unit) => addVan(ctx, unit, body)))
  serve(api, saveVanEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => saveVan(ctx, unit, body)),
  )
  serve(api, resetVanEndpoint, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => resetVan(ctx, unit)))
}

const documentLimits = { field: 'files', files: MOST_FILES, fileBytes: MAX_PHOTO_BYTES, bytes: MOST_DOCUMENT_BYTES }

function documentRoutes(api: Api): void {
  serve(api, listUnitDocuments, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, ({ unitId, companyId }) => findUnitDocuments(ctx, unitId, companyId)),
  )
  serve(api, uploadUnitDocument, (ctx, { params }, request) =>
    withOwnUnit(ctx, params.id, (unit) =>
      ctx.services.incoming.receive(request, documentLimits, async (files, form) => {
        const fields = readFields(uploadUnitDocument.form.fields, form)
        return fields instanceof Refusal ? fields : submitDocument(ctx, unit, fields, files)
      }),
    ),
  )
  serve(api, cancelUnitDocument, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => withdrawSubmission(ctx, unit, body.documentId)),
  )
  serve(api, listCompanyDocuments, async (ctx) => findCompanyDocuments(ctx, ownCompanyOf(ctx.actor).id))
  serve(api, uploadCompanyDocument, async (ctx, _input, request) => {
    const companyId = ownCompanyOf(ctx.actor).id
    return ctx.services.incoming.receive(request, documentLimits, async (files, form) => {
      const fields = readFields(uploadCompanyDocument.form.fields, form)
      return fields instanceof Refusal ? fields : submitDocument(ctx, { companyId, unitId: null }, fields, files)
    })
  })
  serve(api, getDocumentFile, (ctx, { params, query }) => readDocumentFile(ctx, { ...params, ...query }))
}

function vanAnswer(van: VanDetails) {
  const { category, value, name, exampleVehicles, seats, capacity, hasTailLiftOption, suitability, description } = van
  return {
    category,
    value,
    name,
    exampleVehicles,
    payloadRange: { min: van.payloadMinKg, max: van.payloadMaxKg },
    seats,
    capacity,
    loadingUnloadingTime: timeString(van.loadingUnloadingMinutes),
    insideDimensions: {
      length: van.lengthCm / 100,
      overCabLength: van.overCabLengthCm / 100,
      height: van.heightCm / 100,
      width: van.widthCm / 100,
      volume: van.volumeM3,
    },
    hasTailLiftOption,
    suitability,
    description,
  }
}

function driverRoutes(api: Api): void {
  serve(api, inviteEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => inviteDriver(ctx, unit, body)),
  )
  serve(api, changeEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => changeDriver(ctx, unit, body.mayAnswer)),
  )
  serve(api, removeEndpoint, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => removeDriver(ctx, unit)))
  serve(api, validateInvitation, (ctx, { body }) => describeInvitation(ctx, body.token))
  serve(api, joinEndpoint, (ctx, { body }) => joinUnit(ctx, body))
  serve(api, acceptInvitation, (ctx, { body }) => acceptAsHired(ctx, body.token))
  serve(api, getDrivenUnit, (ctx) => findDrivenUnit(ctx))
  serve(api, getJobNotices, (ctx) => listJobNotices(ctx, userIdOf(ctx.actor)))
  serve(api, saveNoticesEndpoint, (ctx, { body }) => saveJobNotices(ctx, userIdOf(ctx.actor), body))
}

const photoLimits = { field: 'photo', files: 1, fileBytes: MAX_PHOTO_BYTES }
const checkLimits = { field: 'files', files: MOST_FILES, fileBytes: MAX_PHOTO_BYTES, bytes: MOST_DOCUMENT_BYTES }

function peopleRoutes(api: Api): void {
  serve(api, listPeople, async (ctx) => findPeople(ctx, ownCompanyOf(ctx.actor).id))
  serve(api, addPersonEndpoint, async (ctx, { body }) => addPerson(ctx, ownCompanyOf(ctx.actor).id, body))
  serve(api, savePersonEndpoint, (ctx, { params, body }) =>
    withOwnPerson(ctx, params.personId, (person) => savePerson(ctx, person, body)),
  )
  serve(api, removePersonEndpoint, (ctx, { params }) =>
    withOwnPerson(ctx, params.personId, (person) => removePerson(ctx, person)),
  )
  serve(api, uploadPersonPhoto, (ctx, { params }, request) =>
    withOwnPerson(ctx, params.personId, (person) =>
      ctx.services.incoming.receive(request, photoLimits, (files) => savePersonPhoto(ctx, person, files)),
    ),
  )
  serve(api, getPersonPhoto, (ctx, { params, query }) => readPersonPhoto(ctx, { ...params, ...query }))
  serve(api, submitPersonCheck, (ctx, { params }, request) =>
    withOwnPerson(ctx, params.personId, (person) =>
      ctx.services.incoming.receive(request, checkLimits, async (files, form) => {
        const fields = readFields(submitPersonCheck.form.fields, form)
        return fields instanceof Refusal ? fields : submitCheck(ctx, person, fields, files)
      }),
    ),
  )
  serve(api, getPersonFile, (ctx, { params }) => readPersonFile(ctx, params))
}
