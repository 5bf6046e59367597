/** The reader of request bodies: all of JSON, less what two readers could understand differently. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictly } from '../../server/http/read-json.ts'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('Requests', () => {
  test('[RQ2] what is JSON and not too deep is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        fc.pre(depthOf(value) <= 8)
        const text = JSON.stringify(value, null, indent)
        expect(parseStrictly(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('[RQ2] what JSON.parse refuses is refused, and any text ends in one of four failures', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '1',
      'a',
      'true',
      ' ',
      '"a"',
      '\\u0061',
      '-',
      'e',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }).map(parts => parts.join('')),
        text => {
          const [ours, theirs] = [
            outcome(() => parseStrictly(text)),
            outcome(() => JSON.parse(text) as unknown),
          ]
          if (theirs === 'refused') expect(ours).toMatch(/^(malformed_json|too_deep|duplicate_key)$/)
          else if (ours !== 'read') expect(ours).toMatch(/^(too_deep|duplicate_key)$/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['{"a":1,"a":1}', 'duplicate_key'],
    ['{"":1,"":2}', 'duplicate_key'],
    ['{"é":1,"\\u00e9":2}', 'duplicate_key'],
    ['[{"x":[{"a":{},"b":"{\\"a\\":","a":0}]}]', 'duplicate_key'],
    ['{"a":{"a":{"a":["a","a"]}},"b":"a"}', 'read'],
    ['{"__proto__":1,"constructor":2}', 'read'],
    ['[[[[[[[[1]]]]]]]]', 'read'],
    ['[[[[[[[[[1]]]]]]]]]', 'too_deep'],
    ['"[[[[[[[[[["', 'read'],
  ])('[RQ2] %s is %s', (text, expected) => {
    expect(outcome(() => parseStrictly(text))).toBe(expected)
  })
})

function outcome(read: () => unknown): string {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : String((error as { code: string }).code)
  }
}
