// Opens the day without signal, a driver's and a customer's, and sees to it that nothing of it stays on the phone after a log-out. Registered by the pages
// of the day only (keep-day.ts, which fills the caches), but in charge of the whole site: people log out anywhere.
const PAGES = 'day-pages'
const FILES = 'day-files'
const DATABASE = 'day'
/** A page that has not come by then is opened as it was kept. */
const PATIENCE_MS = 5000
/** How long what moves the clock can be undone (acts.ts). */
const UNDO_MS = 10_000

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
  else if (request.mode === 'navigate' && /^\/(my-day(\/[\w-]+)?|booking\/[\w-]+\/day)$/.test(url.pathname))
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

const countUnsent = async () => (await listUnsent()).filter(({ isSent }) => !isSent).length

const listUnsent = async () => (await inOutbox((outbox) => done(outbox.getAll()))) ?? []

/** Undefined where nothing was ever kept. */
async function inOutbox(ask, mode = 'readonly') {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === DATABASE)) return undefined
  const database = await done(indexedDB.open(DATABASE))
  try {
    if (!database.objectStoreNames.contains('outbox')) return undefined
    return await ask(database.transaction('outbox', mode).objectStore('outbox'))
  } finally {
    database.close()
  }
}

// What the page left behind: sent in its order, each once it can no longer be undone, under the page's own lock (send-unsent.ts).
addEventListener('message', (event) => {
  if (event.data !== 'send-unsent') return
  event.waitUntil(
    Promise.all([
      sendUnsent().catch(() => undefined),
      registration.sync?.register('send-unsent').catch(() => undefined),
    ]),
  )
})
addEventListener('sync', (event) => {
  if (event.tag === 'send-unsent') event.waitUntil(sendUnsent())
})

/** Rejects without signal, so that a browser that can wakes the worker again. */
async function sendUnsent() {
  const waitMs = await navigator.locks.request('day-outbox', sendDue)
  if (waitMs === 0) return
  await new Promise((resolve) => {
    setTimeout(resolve, waitMs)
  })
  await sendUnsent()
}

/** Milliseconds until the next is due; 0 if nothing is left for the worker. What is refused is left for the page, which shows why. */
async function sendDue() {
  const waiting = (await listUnsent()).filter(({ refused, isSent }) => refused === undefined && !isSent)
  if (waiting.length === 0) return 0
  const { access, userId } = await signedIn()
  for (const unsent of waiting.filter(({ ownerId }) => ownerId === userId)) {
    const { number, request, sendAfter = 0 } = unsent
    const left = sendAfter - Date.now()
    if (left > 0 && left <= UNDO_MS) return left
    const files = unsent.files ?? (unsent.file ? [unsent.file] : [])
    const photosId = files.length > 0 && (unsent.photosId ?? (await sendPhotos(unsent, files, access)))
    if (!request || (files.length > 0 && !photosId) || !(await claim(number))) return 0
    const body = JSON.stringify({ ...request.body, ...(photosId ? { photos_id: photosId } : {}) })
    const answer = await post(request.path, access, { body, key: unsent.key })
    if (!answer.ok) return 0
    // The page that opens next shows it as done until it has read what the server makes of it.
    await inOutbox((outbox) => done(outbox.put({ ...unsent, sendAfter: undefined, isSent: true })), 'readwrite')
  }
  return 0
}

/** Taken for sending, so that it can no longer be undone. False if it was. */
const claim = (number) =>
  inOutbox(async (outbox) => {
    const found = await done(outbox.get(number))
    if (!found) return false
    const { sendAfter: _undoable, ...claimed } = found
    await done(outbox.put(claimed))
    return true
  }, 'readwrite')

async function sendPhotos(unsent, files, access) {
  const form = new FormData()
  for (const file of files) form.append('images', file, file.name)
  const answer = await post('/api/booking/images/', access, { body: form })
  if (!answer.ok) return undefined
  const { id } = await answer.json()
  await inOutbox((outbox) => done(outbox.put({ ...unsent, photosId: id })), 'readwrite')
  return id
}

const post = (path, access, { body, key }) => {
  const named = key ? { 'content-type': 'application/json', 'idempotency-key': key } : {}
  const headers = { authorization: `Bearer ${access}`, ...named }
  return fetch(path, { method: 'POST', headers, body, credentials: 'omit' })
}

/** Whose session the browser has; what somebody else kept waits for them. */
async function signedIn() {
  const answer = await fetch('/session/refresh', { method: 'POST', body: new URLSearchParams() })
  const { ok, data } = await answer.json()
  if (!ok) return {}
  const [, claims = ''] = data.access.split('.')
  return { access: data.access, userId: JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub }
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
