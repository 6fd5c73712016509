/** Why no code is sent to this number (T-028); undefined if one can be. `prefixes`: the destinations we pay for, such as `+44`. */
export function smsFlaw(phone: string, prefixes: readonly string[]): string | undefined {
  if (!prefixes.some((prefix) => phone.startsWith(prefix))) return 'We can’t send codes to numbers of this country.'
  // Of British numbers only mobiles receive SMS; 070 numbers look like mobiles but are expensive.
  if (phone.startsWith('+44') && !/^\+447[1-9][0-9]{8}$/.test(phone))
    return 'Use a UK mobile number: it starts with +447.'
  return undefined
}

export const codeSeconds = 10 * 60
export const codeTries = 5
