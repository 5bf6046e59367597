/** What is handed on for Prometheus and Grafana asks for nothing that the server does not tell. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../server/commands/build.ts'
import { freePort } from '../support/port.ts'
import { inMetrics } from './metrics-text.ts'
import { startProcess } from './started.ts'

const read = (name: string): string => readFileSync(join(projectRoot, 'deploy', name), 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
const { groups } = parse(read('alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap(group => group.rules)
const { panels } = JSON.parse(read('grafana.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Prometheus itself adds it to what it asks. */
const ofPrometheus = ['up']

/** Its names are the words with an underscore that are neither labels nor functions. */
const namesIn = (expr: string): string[] =>
  expr
    .replaceAll(/\{[^}]*\}|\bby \([^)]*\)|\bon \([^)]*\)|"[^"]*"/g, ' ')
    .match(/\b(?:records|process|nodejs)_\w+|\bup\b/g) ?? []

let told: Set<string>
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-watched-'))
  const port = await freePort()
  const server = await startProcess(folder, { PORT: String(port), HOST: '127.0.0.1' })
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`)
  const { names } = inMetrics(await answer.text())
  told = new Set([...names, ...names.flatMap(name => [`${name}_bucket`, `${name}_sum`, `${name}_count`])])
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Told once there has been one. */
const later = ['records_backup_age_seconds']

test.each([...rules.map(({ alert, expr }) => [alert, expr]), ...shown.map(expr => ['Grafana', expr])])(
  '[OP11] %s asks for what there is: %s',
  (_, expr) => {
    const names = namesIn(expr ?? '')
    expect(names.length).toBeGreaterThan(0)
    const unknown = names.filter(name => !told.has(name) && ![...ofPrometheus, ...later].includes(name))
    expect(unknown).toEqual([])
  },
)

test('[OP11] each rule has a name of its own, says how grave it is and what has happened', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, expr, labels, annotations } of rules) {
    expect(alert).toMatch(/^Records[A-Z]\w+$/)
    expect(expr.trim()).not.toBe('')
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary.length).toBeGreaterThan(10)
  }
})

test.each([
  'records_ready',
  'status=~"5.."',
  'unsent_age_seconds) > 86400',
  'disk_free_bytes',
  'backup_age_seconds',
])('[OP11] somebody is told of %s', words => {
  expect(rules.filter(({ expr }) => expr.includes(words))).not.toEqual([])
})

test('[OP3] the process tells of itself as well', () => {
  expect([...told]).toEqual(
    expect.arrayContaining(['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']),
  )
})
