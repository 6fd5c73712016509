import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'
import { SHARED_KINDS } from './rules.ts'

export const getShareImage = endpoint({
  id: 'getShareImage',
  method: 'GET',
  path: '/share-image/{kind}/{key}/',
  summary:
    'What a page shows where it is shared: 1200 × 630, PNG, with its title drawn; by its slug, a company by its id',
  access: 'public',
  params: z.object({ kind: z.enum(SHARED_KINDS), key: z.string().min(1).max(100) }),
  answer: file('image/png'),
  limit: { name: 'share-images', per: 'address', count: 120, seconds: 60 },
})
