import { refusal } from '#shared/endpoint.ts'

export const noMobile = refusal(
  'no_mobile',
  409,
  'We can only text UK mobile numbers. Follow the link that we sent by email instead.',
)
