/** Stands for an address where somebody has given only a number. Nothing is ever sent there. */
export const placeholderOf = (id: string): string => `phone-${id}@vanfare.invalid`

export const isPlaceholder = (email: string): boolean => email.endsWith('@vanfare.invalid')

/** Address to show; null for a placeholder. */
export const shownEmail = (email: string): string | null => (isPlaceholder(email) ? null : email)
