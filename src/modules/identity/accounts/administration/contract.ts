import { refusal } from '#shared/endpoint.ts'

export const lastOwner = refusal(
  'last_admin',
  409,
  'You are the only owner of the office. Make somebody else one first.',
)
