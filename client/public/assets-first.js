/**
 * Read by the service worker when it is installed. Files under /assets carry their content in their names: a browser that
 * can (Chromium 123) takes them from the cache without waking the worker for each; what is not there comes as before.
 */
self.addEventListener('install', function (event) {
  if (event.addRoutes) event.addRoutes({ condition: { urlPattern: '/assets/*' }, source: 'cache' })
})
