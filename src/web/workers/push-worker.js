// Shows what is pushed to this browser, and opens its page. Registered by "On this device" (kit/push/this-device.tsx) for an address of
// its own, so that it is in charge of no page.

addEventListener('install', () => void skipWaiting())

addEventListener('push', (event) => event.waitUntil(handlePush(event.data)))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.url))
})

/** A browser that was pushed to has to show something. */
async function handlePush(data) {
  const { title, body, url, tag } = readPush(data)
  await registration.showNotification(title, { body, tag, data: { url }, lang: 'en-GB' })
}

function readPush(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Vanfare', body: 'There is something new.', url: '/my-bookings', tag: 'new' }
  }
}

/** Only pages of ours. One that is open is taken there, so that nobody collects windows. */
async function openPage(url) {
  const page = new URL(url ?? '/', location.origin)
  if (page.origin !== location.origin) return
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = windows.find((one) => new URL(one.url).pathname === page.pathname)
  if (same) await same.focus()
  else await clients.openWindow(page.href)
}
