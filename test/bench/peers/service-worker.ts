/** Keeps the page and its scripts, so that a peer opens without a network as the app does. */
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

const name = 'page'

async function keep(): Promise<void> {
  const files = (await (await fetch('/files')).json()) as string[]
  await (await caches.open(name)).addAll(files)
}

const isRecords = (path: string) => path.startsWith('/records/') || path === '/changed'

self.addEventListener('install', event => event.waitUntil(keep()))
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', event => {
  if (isRecords(new URL(event.request.url).pathname)) return
  event.respondWith(caches.match(event.request).then(kept => kept ?? fetch(event.request)))
})
