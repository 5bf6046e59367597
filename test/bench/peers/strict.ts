/** Commits of IndexedDB are on disk before they count, for every peer as for the app: Chromium's default is not. */
const begin = IDBDatabase.prototype.transaction

IDBDatabase.prototype.transaction = function (stores, mode, options) {
  return begin.call(this, stores, mode, mode === 'readwrite' ? { ...options, durability: 'strict' } : options)
}
