interface Address {
  pathname: string
  search: string
}

/** Whether the address asks for the log-in to open by itself, which only that of home can; such a page cannot wait for a sign of intent. */
export const asksForLogin = ({ pathname, search }: Address): boolean =>
  pathname === '/' && new URLSearchParams(search).get('dialog') === 'login'
