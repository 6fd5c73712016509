/** Where the browser asks for the routes of the links on a page. */
export const routesPath = '/__manifest'
