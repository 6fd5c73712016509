export const consentSms = (code: string): string =>
  `Vanfare: ${code} opens the change that your driver asks for. It works for 10 minutes. Nobody will ever ask you for it.`
