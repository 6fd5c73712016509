// Opens the driver's day without signal, and sees to it that nothing of it stays on the phone after a log-out. Registered by the pages
// of the day only (keep-day.ts, which fills the caches), but in charge of the whole site: people log out anywhere.
const PAGES = 'day-pages'
const FILES = 'day-files'
const DATABASE = 'day'
/** A page that has not come by then is opened as it was kept. */
const PATIENCE_MS = 5000

addEventListener('install', () => void skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.method === 'POST') {
    if (/^\/session\/logout(\.data)?$/.test(url.pathname)) event.respondWith(logOut(event, url))
    if (/^\/session\/(login|register|login-link)(\.data)?$/.test(url.pathname)) event.respondWith(logIn(request))
  }
  if (request.method !== 'GET') return
  if (url.pathname.startsWith('/assets/')) event.respondWith(fileFor(request))
  else if (url.pathname === '/__manifest') event.respondWith(routesFor(event, url))
  else if (request.mode === 'navigate' && /^\/my-day(\/[\w-]+)?$/.test(url.pathname))
    event.respondWith(pageFor(request, url.pathname))
})

/** Names under /assets/ change with their content, so what is kept is never old. */
async function fileFor(request) {
  const kept = await caches.match(request.url, { cacheName: FILES })
  return kept ?? fetch(request)
}

/**
 * The router asks which routes lead to an address, also to that of the page itself when a form of it is sent. Without signal a page has
 * brought its own, and there are no more.
 */
async function routesFor({ request, clientId }, url) {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await clients.get(clientId)
    const own = page && `${new URL(page.url).pathname}/`
    const asked = (url.searchParams.get('paths') ?? '').split(',')
    if (own && asked.every((path) => own.startsWith(path.replace(/\/*$/, '/')))) return Response.json({})
    throw error
  }
}

async function pageFor(request, path) {
  const kept = await caches.match(path, { cacheName: PAGES })
  if (!kept) return fetch(request).catch(async (error) => (await listInstead(path)) ?? Promise.reject(error))
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MS)
  })
  return Promise.race([fetch(request).catch(() => kept), late])
}

/** A job that is not on this phone: the list of those that are. */
const listInstead = async (path) =>
  path !== '/my-day' && (await caches.match('/my-day', { cacheName: PAGES })) ? Response.redirect('/my-day') : undefined

/** First asks, where something has not been sent; then logs out, and leaves nothing on the phone. */
async function logOut({ request, clientId }, url) {
  if (!url.searchParams.has('anyway') && (await countUnsent()) > 0) {
    const question = '/my-day?log-out=asked'
    if (request.mode === 'navigate') return Response.redirect(question, 303)
    const page = await clients.get(clientId)
    void page?.navigate(question)
    return new Response(null, { status: 204 })
  }
  const answer = await fetch(request)
  if (answer.status < 400) await erase()
  return answer
}

/** Whoever logs in does not see what somebody else kept. Their unsent actions wait for them, under their name. */
async function logIn(request) {
  const answer = await fetch(request)
  await caches.delete(PAGES)
  return answer
}

async function erase() {
  await Promise.all([caches.delete(PAGES), caches.delete(FILES), done(indexedDB.deleteDatabase(DATABASE))])
  await registration.unregister()
}

async function countUnsent() {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === DATABASE)) return 0
  const database = await done(indexedDB.open(DATABASE))
  const count = database.objectStoreNames.contains('outbox')
    ? await done(database.transaction('outbox').objectStore('outbox').count())
    : 0
  database.close()
  return count
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
