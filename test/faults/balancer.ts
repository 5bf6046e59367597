/** nginx in front of several server processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/port.ts'

export class Balancer {
  readonly origin: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(port: number, folder: string, process: ChildProcess) {
    this.origin = `http://127.0.0.1:${port}`
    this.#folder = folder
    this.#process = process
  }

  static async start(ports: readonly number[]): Promise<Balancer> {
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'records-nginx-'))]
    const path = join(folder, 'nginx.conf')
    writeFileSync(
      path,
      `daemon off;
pid ${folder}/pid;
error_log /dev/null crit;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u;
  scgi_temp_path ${folder}/s;
  upstream records { ${ports.map(each => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://records;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`,
    )
    const balancer = new Balancer(port, folder, spawn('/usr/sbin/nginx', ['-c', path], { stdio: 'ignore' }))
    for (let tries = 0; tries < 200; tries++) {
      const answer = await fetch(`${balancer.origin}/api/health`).catch((error: unknown) => {
        if (error instanceof TypeError) return undefined
        throw error
      })
      if (answer?.ok) return balancer
      await pause(50)
    }
    throw new Error('nginx does not answer')
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
