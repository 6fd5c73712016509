/** Whether the address asks for the log-in to open by itself; such a page cannot wait for a sign of intent. */
export const asksForLogin = (search: string): boolean => search === '?dialog=login'
