/** Placeholder for the address of a customer who gave only a number. No email is ever sent there. */
export const placeholderOf = (id: string): string => `phone-${id}@vanfare.invalid`

export const isPlaceholder = (email: string): boolean => email.endsWith('@vanfare.invalid')

/** Address to show; null for a placeholder. */
export const shownEmail = (email: string): string | null => (isPlaceholder(email) ? null : email)
