import { type Api, serve } from '#platform/serve.ts'
import {
  exportCompanies as exportEndpoint,
  findCompanies as findEndpoint,
  getCompanyForOffice,
} from './companies/contract.ts'
import { seeCompany } from './companies/queries.ts'
import { exportCompanies, findCompanies } from './companies/search-queries.ts'
import { listCompanyTrail, listPersonTrail } from './contract.ts'
import {
  exportPeople as exportPeopleEndpoint,
  findPeople as findPeopleEndpoint,
  getPerson,
  listPersonMessages,
} from './people/contract.ts'
import { seeMessages, seePerson } from './people/queries.ts'
import { exportPeople, findPeople } from './people/search-queries.ts'
import { listTrailOfCompany, listTrailOfPerson } from './queries.ts'

export function routes(api: Api): void {
  companiesRoutes(api)
  peopleRoutes(api)
  trailRoutes(api)
}

function trailRoutes(api: Api): void {
  serve(api, listPersonTrail, (ctx, { params, query }) => listTrailOfPerson(ctx, params.id, query))
  serve(api, listCompanyTrail, (ctx, { params, query }) => listTrailOfCompany(ctx, params.id, query))
}

function companiesRoutes(api: Api): void {
  serve(api, findEndpoint, (ctx, { query }) => findCompanies(ctx, query))
  serve(api, exportEndpoint, (ctx, { query }) => exportCompanies(ctx, query))
  serve(api, getCompanyForOffice, (ctx, { params }) => seeCompany(ctx, params.id))
}

function peopleRoutes(api: Api): void {
  serve(api, findPeopleEndpoint, (ctx, { query }) => findPeople(ctx, query))
  serve(api, exportPeopleEndpoint, (ctx, { query }) => exportPeople(ctx, query))
  serve(api, getPerson, (ctx, { params }) => seePerson(ctx, params.id))
  serve(api, listPersonMessages, (ctx, { params, query }) => seeMessages(ctx, params.id, query))
}
