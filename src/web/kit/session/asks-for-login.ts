interface Address {
  pathname: string
  search: string
}

/** Whether the address opens the login, which only the home page's can. Such a page hydrates at once. */
export const asksForLogin = ({ pathname, search }: Address): boolean =>
  pathname === '/' && new URLSearchParams(search).get('dialog') === 'login'
