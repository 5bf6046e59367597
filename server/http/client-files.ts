/** Serves the built client: hashed assets for ever, everything else asked for again, and the page for its URLs. */
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '../../shared/errors.ts'
import { acceptsGzip } from './stream.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const isText = /^(text\/|application\/(json|manifest)|image\/svg)/

interface ClientFile {
  etag: string
  body: Buffer<ArrayBuffer>
  zipped: Buffer<ArrayBuffer> | undefined
}

/** Answers GET requests outside /api; throws `not_found`. */
export function clientFiles(folder: string): (request: Request) => Promise<Response> {
  const known = new Map<string, ClientFile>()

  async function load(name: string, type: string): Promise<ClientFile | undefined> {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => undefined)
    if (!entry?.isFile()) return undefined
    const etag = `"${entry.size.toString(36)}-${Math.floor(entry.mtimeMs).toString(36)}"`
    const before = known.get(name)
    if (before?.etag === etag) return before
    const body = await readFile(path)
    const file = { etag, body, zipped: isText.test(type) ? await promisify(gzip)(body) : undefined }
    known.set(name, file)
    return file
  }

  return async request => {
    const name = fileNameOf(new URL(request.url).pathname)
    const type = types[extname(name)] ?? 'application/octet-stream'
    const file = await load(name, type)
    if (!file) throw new AppError('not_found')
    const headers = new Headers({
      'content-type': type,
      'cache-control': cacheControlOf(name),
      etag: file.etag,
      vary: 'accept-encoding',
    })
    if (request.headers.get('if-none-match') === file.etag)
      return new Response(null, { status: 304, headers })
    const isZipped = file.zipped !== undefined && acceptsGzip(request)
    if (isZipped) headers.set('content-encoding', 'gzip')
    return new Response(isZipped ? file.zipped : file.body, { headers })
  }
}

/** The page is not kept for the way back either, where a browser would keep its worker with it, frozen: Safari. */
function cacheControlOf(name: string): string {
  if (name === 'index.html') return 'no-store'
  return name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** A path without a dot in its last part is a screen of the app. */
function fileNameOf(pathname: string): string {
  let path: string
  try {
    path = normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '')
  } catch (error) {
    throw new AppError('not_found', {}, { cause: error })
  }
  if (
    path.startsWith('..') ||
    path.includes('\0') ||
    path.split(sep).some(part => part.startsWith('.') && part.length > 1)
  ) {
    throw new AppError('not_found')
  }
  const isScreen = !path.startsWith('assets/') && !path.slice(path.lastIndexOf('/') + 1).includes('.')
  return isScreen ? 'index.html' : path
}
