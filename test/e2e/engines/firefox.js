#!/usr/bin/env node
/**
 * Stands for Firefox before Playwright: starts the real one and passes their messages on. Playwright sets media features
 * that Firefox 153 cannot set yet, and takes its refusal for a failed start; such a command is answered here.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const notYet = 'emulation.setMediaFeaturesOverride'

const browser = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
browser.once('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => browser.kill(signal))

createInterface({ input: browser.stderr }).on('line', async line => {
  const address = /^WebDriver BiDi listening on (ws:.*)$/.exec(line)?.[1]
  console.error(address ? `WebDriver BiDi listening on ${await before(address)}` : line)
})

/** The address of a server that passes everything on to this one. */
async function before(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (near, request) => join(near, new WebSocket(address + request.url)))
  return `ws://127.0.0.1:${server.address().port}`
}

function join(near, far) {
  const early = []
  near.on('message', data => {
    const text = String(data)
    const { id, method } = JSON.parse(text)
    if (method === notYet) near.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (far.readyState === WebSocket.OPEN) far.send(text)
    else early.push(text)
  })
  far.on('open', () => early.splice(0).forEach(text => far.send(text)))
  far.on('message', data => near.send(String(data)))
  far.on('close', () => near.close())
  near.on('close', () => far.close())
}
