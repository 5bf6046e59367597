/** What a script uses that the oldest browsers of `browserslist` in package.json lack. */
import { join } from 'node:path'
import type { BrowserName, CompatStatement } from '@mdn/browser-compat-data/types'
import data from '@mdn/browser-compat-data/forLegacyNode'
import { Linter } from 'eslint'
import compat from 'eslint-plugin-compat'
import esx from 'eslint-plugin-es-x'
import manifest from '../../package.json' with { type: 'json' }
import { projectRoot } from '../../server/commands/build.ts'

/** `safari` and its version, for each browser of the list. */
export const oldest = Object.fromEntries(
  manifest.browserslist.map(each => each.split(' >= ') as [string, string]),
)

export function isYounger({ support }: CompatStatement): boolean {
  return Object.entries(oldest).some(([name, version]) => {
    const browser = (name === 'ios_saf' ? 'safari_ios' : name) as BrowserName
    const added = [support[browser]].flat()[0]?.version_added
    return !(typeof added === 'string' && parseFloat(added.replace('≤', '')) <= Number(version))
  })
}

/** Such as `AbortSignal.any`, of which the plugins know nothing. */
const youngerStatics = Object.entries(data.api).flatMap(([object, members]) =>
  Object.entries(members)
    .filter(([name, { __compat }]) => name.endsWith('_static') && __compat && isYounger(__compat))
    .map(([name]) => ({ object, property: name.replace(/_static$/, '') })),
)

const esxRules = {
  ...esx.configs['flat/restrict-to-es2023'].rules,
  ...esx.configs['flat/restrict-to-es2021-intl-api'].rules,
  ...esx.configs['flat/no-new-in-esnext'].rules,
}
/** Arrays, and what libraries call their own, have methods of these names, too; of the rest, the name alone is enough. */
const ambiguous = Object.keys(esxRules).filter(name =>
  /iterator-prototype|arraybuffer-prototype-transfer|resizable-and-growable-arraybuffers/.test(name),
)

const config: Linter.Config[] = [
  compat.configs['flat/recommended'] as Linter.Config,
  {
    plugins: { 'es-x': esx },
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    settings: { 'es-x': { aggressive: true } },
    rules: {
      ...esxRules,
      ...Object.fromEntries(ambiguous.map(name => [name, ['error', { aggressive: false }]])),
      'no-restricted-properties': ['error', ...youngerStatics],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray)$/]' +
            ' > CallExpression.object[callee.property.name=/^(entries|keys|matchAll|values)$/]' +
            ':not([callee.object.name=/^(Object|Reflect)$/])',
          message: 'Methods of iterators are younger.',
        },
      ],
    },
  },
]
const linter = new Linter({ cwd: projectRoot })

/** One line for each use, with what stands there. */
export function youngerUses(code: string): string[] {
  const lines = code.split('\n')
  return linter
    .verify(code, config, join(projectRoot, 'dist', 'script.js'))
    .map(({ line, column, message }) => {
      const around = lines[line - 1]?.slice(Math.max(0, column - 40), column + 40)
      return `${message} … ${around} …`
    })
}
