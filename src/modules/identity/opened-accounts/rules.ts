/** Stands for an address where somebody has given only a number. Nothing is ever sent there. */
export const placeholderOf = (id: string): string => `phone-${id}@vanfare.invalid`

export const isPlaceholder = (email: string): boolean => email.endsWith('@vanfare.invalid')

/** The address as people see it: null for one that stands for none. */
export const shownEmail = (email: string): string | null => (isPlaceholder(email) ? null : email)
