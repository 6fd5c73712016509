import { z } from 'zod'
import { postcodeField } from '#modules/geo/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { LEAST_RADIUS_METRES, MOST_DISTRICTS, MOST_RADIUS_METRES } from './rules.ts'

const radius = z.coerce
  .number()
  .int('Use whole metres.')
  .min(LEAST_RADIUS_METRES, 'At least one kilometre.')
  .max(MOST_RADIUS_METRES, 'At most 500 kilometres.')

export const operatingArea = z.object({
  /** Areas ("SW") and districts ("SW1A"). */
  districts: z.array(z.string()),
  /** How the list was made, if by a radius. */
  base_postcode: z.string().nullable(),
  radius_metres: z.int().nullable(),
})

const location = z.object({ lat: z.number(), lng: z.number() })

export const listPostcodeDistricts = endpoint({
  id: 'listPostcodeDistricts',
  method: 'GET',
  path: '/company/working-unit/postcodes/',
  summary:
    'Every postcode area and district to choose an operating area from; with a base and a radius, also those within it',
  access: ['driver'],
  query: z.object({ base_postcode: postcodeField.optional(), radius_metres: radius.optional() }),
  answer: z.object({
    areas: z.array(
      z.object({
        area: z.string(),
        name: z.string(),
        location,
        districts: z.array(z.object({ district: z.string(), name: z.string(), location })),
      }),
    ),
    within: z.array(z.string()),
    base: z.object({ postcode: z.string(), location }).nullable(),
  }),
})

export const setOperatingArea = endpoint({
  id: 'setOperatingArea',
  method: 'PUT',
  path: '/company/working-unit/{id}/set-operating-area/',
  summary: 'Where a unit takes pick-ups: a list, a radius around a base postcode, or both together',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    districts: z
      .array(z.string().max(8, 'Name an area or a district, such as E or E17.'))
      .max(MOST_DISTRICTS)
      .default([]),
    base_postcode: postcodeField.nullish(),
    radius_metres: z
      .int('Use whole metres.')
      .min(LEAST_RADIUS_METRES, 'At least one kilometre.')
      .max(MOST_RADIUS_METRES, 'At most 500 kilometres.')
      .nullish(),
  }),
  answer: operatingArea,
})
