export const consentSms = (code: string): string =>
  `Vanfare: ${code} opens what your driver asks. It works for 10 minutes. Nobody will ever ask you for it.`
