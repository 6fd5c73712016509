import { MAX_PHOTO_BYTES } from '#modules/files/rules.ts'
import { readFields } from '#platform/input.ts'
import { serve, type Api } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { Refusal } from '#shared/endpoint.ts'
import { MOST_DOCUMENT_BYTES, MOST_FILES } from '../documents/rules.ts'
import { addPerson, keepPersonPhoto, removePerson, savePerson, submitCheck } from './commands.ts'
import {
  addPerson as addPersonEndpoint,
  getPersonFile,
  getPersonPhoto,
  listPeople,
  removePerson as removePersonEndpoint,
  savePerson as savePersonEndpoint,
  submitPersonCheck,
  uploadPersonPhoto,
} from './contract.ts'
import { findPeople, readPersonFile, readPersonPhoto, withOwnPerson } from './queries.ts'

const photoLimits = { field: 'photo', files: 1, fileBytes: MAX_PHOTO_BYTES }
const checkLimits = { field: 'files', files: MOST_FILES, fileBytes: MAX_PHOTO_BYTES, bytes: MOST_DOCUMENT_BYTES }

export function peopleRoutes(api: Api): void {
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
      ctx.services.incoming.receive(request, photoLimits, (files) => keepPersonPhoto(ctx, person, files)),
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
