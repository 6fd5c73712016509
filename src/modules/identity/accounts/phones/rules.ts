/** Why no code is sent to this number (T-028), or undefined. `prefixes`: what we pay to send to, such as `+44`. */
export function smsFlaw(phone: string, prefixes: readonly string[]): string | undefined {
  if (!prefixes.some((prefix) => phone.startsWith(prefix))) return 'We cannot send codes to numbers of this country.'
  // Of British numbers only mobiles take SMS, and 070 is a dear number that looks like one.
  if (phone.startsWith('+44') && !/^\+447[1-9][0-9]{8}$/.test(phone))
    return 'Use a UK mobile number: it starts with +447.'
  return undefined
}

export const codeSeconds = 10 * 60
export const codeTries = 5
