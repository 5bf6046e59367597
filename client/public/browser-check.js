/**
 * Before anything else: whether this browser can run the app. If not, one page says so in every language, and nothing
 * else of the app starts. Browsers of any age must be able to read this, so it is written in the language of 2009.
 */
;(function () {
  // Enough to tell: a browser that has all of these has what came before them, too.
  var needs = [
    'AbortSignal.prototype.throwIfAborted',
    'Array.prototype.findLast',
    'Array.prototype.toSorted',
    'BroadcastChannel',
    'EventSource',
    'HTMLDialogElement.prototype.showModal',
    'Intl.RelativeTimeFormat',
    'Object.hasOwn',
    'ReadableStream.prototype.getReader',
    'ResizeObserver',
    'Worker',
    'crypto.subtle',
    'indexedDB',
    'navigator.locks',
  ]

  var works = {
    en: 'Records works in iPadOS, iOS or Safari 16.4, Chrome or Edge 111, Firefox 115, or later.',
    id: 'Records berjalan di iPadOS, iOS, atau Safari 16.4, Chrome atau Edge 111, Firefox 115, atau yang lebih baru.',
  }
  var reload = { en: '<a href="">Reload</a>', id: '<a href="">Muat ulang</a>' }

  /** A heading and what to do, in each language. */
  var pages = {
    tooOld: {
      en: [
        'This browser is too old for Records',
        works.en,
        'Update this tablet or computer, or its browser, or use another browser.',
        'Nothing saved in this browser is lost: it stays here until this browser can show it.',
      ],
      id: [
        'Peramban ini terlalu usang untuk Records',
        works.id,
        'Perbarui tablet atau komputer ini, atau perambannya, atau gunakan peramban lain.',
        'Yang tersimpan di peramban ini tidak hilang: semuanya tetap di sini sampai peramban ini dapat menampilkannya.',
      ],
    },
    notSecure: {
      en: [
        'This address is not secure',
        'Browsers let Records work over a secure connection only. Open this address with https:// in front.',
        'If nothing answers there, ask whoever runs the server.',
      ],
      id: [
        'Alamat ini tidak aman',
        'Peramban hanya mengizinkan Records lewat sambungan yang aman. Buka alamat ini dengan https:// di depannya.',
        'Jika tidak ada jawaban di sana, tanyakan kepada pengelola server.',
      ],
    },
    notStarted: {
      en: [
        'Records could not be started',
        'Check the connection, then reload this page.',
        'If that does not help, this browser may be too old. ' + works.en,
        'Nothing saved in this browser is lost.',
        reload.en,
      ],
      id: [
        'Records tidak dapat dimulai',
        'Periksa sambungan, lalu muat ulang halaman ini.',
        'Jika tidak membantu, peramban ini mungkin terlalu usang. ' + works.id,
        'Yang tersimpan di peramban ini tidak hilang.',
        reload.id,
      ],
    },
  }

  /** Whether a name such as `navigator.locks` is missing here. */
  function isMissing(name) {
    var parts = name.split('.')
    var last = parts.pop()
    var owner = window
    for (var i = 0; i < parts.length; i++) owner = owner && owner[parts[i]]
    return !owner || !(last in owner)
  }

  function sectionOf(texts, language) {
    var html = '<section lang="' + language + '"><h1>' + texts[0] + '</h1>'
    for (var i = 1; i < texts.length; i++) html += '<p>' + texts[i] + '</p>'
    return html + '</section>'
  }

  function htmlOf(page, missing) {
    return (
      '<link rel="stylesheet" href="/browser-check.css"><main class="browser-check"><strong>Records</strong>' +
      sectionOf(page.en, 'en') +
      sectionOf(page.id, 'id') +
      (missing ? '<small>Missing · Tidak ada: ' + missing + '</small>' : '') +
      '</main>'
    )
  }

  /** The rest of the page becomes text nobody sees: none of its scripts starts. */
  function showInstead(page, missing) {
    document.write(htmlOf(page, missing) + '<plaintext hidden>')
  }

  /** Where the app would be: if that comes after all, it takes the place. */
  function showUntilStarted(event) {
    var isOfPicture = event.target !== window && event.target.nodeName !== 'SCRIPT'
    var place = document.getElementById('app')
    if (!isOfPicture && place && !place.firstChild) place.innerHTML = htmlOf(pages.notStarted)
  }

  function showForGood() {
    document.body.innerHTML = htmlOf(pages.notStarted)
  }

  var missing = []
  for (var i = 0; i < needs.length; i++) if (isMissing(needs[i])) missing.push(needs[i])

  if (window.isSecureContext === false) showInstead(pages.notSecure)
  else if (missing.length > 0) showInstead(pages.tooOld, missing.join(', '))
  else {
    // A script that does not come is told where it is asked for, and to nobody above.
    window.addEventListener('error', showUntilStarted, true)
    window.addEventListener('unhandledrejection', showUntilStarted)
    window.addEventListener('records:not-started', showForGood)
  }
})()
