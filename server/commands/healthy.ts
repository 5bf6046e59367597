/** Ends with 0 when the server in this container lives: the image has no curl. [OP1] */
const scheme = process.env['TLS_CERT'] ? 'https' : 'http'
const port = process.env['PORT'] || '8080'
// Its certificate is for another name than this one.
if (scheme === 'https') process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
try {
  const answer = await fetch(`${scheme}://127.0.0.1:${port}/api/livez`, {
    signal: AbortSignal.timeout(4_000),
  })
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
