/** What the app says: in both languages, about everything that can happen. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en as first } from '../../client/screens/words/en.ts'
import { enApi } from '../../client/screens/words/en-api.ts'
import { idApi } from '../../client/screens/words/id-api.ts'
import { enAudit } from '../../client/screens/words/en-audit.ts'
import { enBrowsers } from '../../client/screens/words/en-browsers.ts'
import { enExport } from '../../client/screens/words/en-export.ts'
import { idExport } from '../../client/screens/words/id-export.ts'
import { enHanded } from '../../client/screens/words/en-handed.ts'
import { idHanded } from '../../client/screens/words/id-handed.ts'
import { enGrants } from '../../client/screens/words/en-grants.ts'
import { idGrants } from '../../client/screens/words/id-grants.ts'
import { enImport } from '../../client/screens/words/en-import.ts'
import { idImport } from '../../client/screens/words/id-import.ts'
import { enMany } from '../../client/screens/words/en-many.ts'
import { idMany } from '../../client/screens/words/id-many.ts'
import { enOverview } from '../../client/screens/words/en-overview.ts'
import { idOverview } from '../../client/screens/words/id-overview.ts'
import { enPrograms } from '../../client/screens/words/en-programs.ts'
import { idPrograms } from '../../client/screens/words/id-programs.ts'
import { enReady } from '../../client/screens/words/en-ready.ts'
import { id as firstId } from '../../client/screens/words/id.ts'
import { idAudit } from '../../client/screens/words/id-audit.ts'
import { idBrowsers } from '../../client/screens/words/id-browsers.ts'
import { enSecondFactor } from '../../client/screens/words/en-second-factor.ts'
import { idSecondFactor } from '../../client/screens/words/id-second-factor.ts'
import { idReady } from '../../client/screens/words/id-ready.ts'
import { errorCodes } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'

const root = join(import.meta.dirname, '..', '..')
/** With what a screen brings along. */
const en = {
  ...{ ...first, ready: enReady, browsers: enBrowsers, audit: enAudit, factor: enSecondFactor },
  ...{ export: enExport, import: enImport, many: enMany, grants: enGrants, overview: enOverview },
  ...{ handed: enHanded, api: enApi, programs: enPrograms },
}
const id = {
  ...{ ...firstId, ready: idReady, browsers: idBrowsers, audit: idAudit, factor: idSecondFactor },
  ...{ export: idExport, import: idImport, many: idMany, grants: idGrants, overview: idOverview },
  ...{ handed: idHanded, api: idApi, programs: idPrograms },
}

/** The codes of issues, as they stand in the sources that make them. */
function issueCodes(): string[] {
  const sources = ['server', 'shared', 'client/engine'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )
  const codes = sources.flatMap(source =>
    [...source.matchAll(/\b(?:code:|readonly code =) ([^,;}\n]*)/g)].flatMap(([, expression = '']) =>
      [...expression.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code),
    ),
  )
  return [...new Set(codes)].filter(code => code !== 'custom' && code !== 'unrecognized_keys').sort()
}

/** The places in a sentence that are filled in; a count may also be said by the form of the word. */
function placesIn(sentence: string): string[] {
  return [...new Set(sentence.match(/\{(?!count\})\w+\}/g) ?? [])].sort()
}

function sentencesOf(catalogue: object, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[path + key, value]] : sentencesOf(value as object, `${path}${key}.`),
  )
}

describe('Words', () => {
  test('[UI9] every issue that the server or the checks can find is put into words', () => {
    expect(issueCodes()).toEqual(
      expect.arrayContaining(['in_use', 'malformed', 'not_reference', 'refused', 'too_long', 'unknown_kind']),
    )
    // [IM8] A row of a file has reasons of its own.
    for (const catalogue of [en, id]) {
      const said = { ...catalogue.issue, ...catalogue.import.reasons }
      expect(Object.keys(said)).toEqual(expect.arrayContaining(issueCodes()))
    }
  })

  test('[UI9] every way a request can fail is put into words', () => {
    for (const catalogue of [en, id])
      expect(Object.keys(catalogue.error)).toEqual(expect.arrayContaining(errorCodes))
  })

  test('[UI9] both languages say the same things with the same places to fill in', () => {
    const places = (catalogue: object) =>
      sentencesOf(catalogue).map(([path, sentence]) => [path, placesIn(sentence)])
    expect(places(id)).toEqual(places(en))
  })

  test('[UI9] no sentence calls anything by the name of a kind: records alone have it', () => {
    const names = kinds.flatMap(({ label, plural }) => [...Object.values(label), ...Object.values(plural)])
    const isNamed = new RegExp(`\\b(${names.join('|')})\\b`, 'i')
    const sentences = [en, id].flatMap(words => sentencesOf(words))
    expect(sentences.filter(([, text]) => isNamed.test(text))).toEqual([])
  })

  test('[UI9] no sentence is empty, and no Indonesian one was left in English', () => {
    const english = new Map(sentencesOf(en))
    const same = sentencesOf(id).filter(([path, text]) => text.length > 12 && english.get(path) === text)
    expect([sentencesOf(id).filter(([, text]) => text.trim() === ''), same]).toEqual([[], []])
  })
})
