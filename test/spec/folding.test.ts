/** What people leave out of a name, or write in many ways, neither hides a record nor finds another. [SE1] */
import { describe, expect, test } from 'vitest'
import type { Filter } from '../../client/contract.ts'
import { Bench } from '../support/tables.ts'

const apostrophes = ["H. Ma'ruf", 'Ma’ruf Amin', 'Maʼruf', 'Maruf']
const hyphens = ['Nur-Aini', 'Nur\u2010Aini', 'NURAINI', 'Nur–aini', 'Nur\u00adaini']
const others = ['Budi', 'Réné', '']

function bench(...names: string[]): Bench {
  const tables = new Bench()
  tables.confirmNames(...names)
  return tables
}

describe('Apostrophes and hyphens', () => {
  test.each([
    ['maruf', apostrophes],
    ['ma’ruf', apostrophes],
    ["Ma'ruf", apostrophes],
    ['m`aruf', apostrophes],
    ['nuraini', hyphens],
    ['nur-aini', hyphens],
    ['nur\u2011AINI', hyphens],
    ['aini nur', hyphens],
  ])('[SE1] %j finds all forms of the name, and no other', (search, found) => {
    expect(new Set(bench(...apostrophes, ...hyphens, ...others).list('record_a', search))).toEqual(
      new Set(found),
    )
  })

  test.each([
    ['maruf', "H. Ma'ruf"],
    ['nuraini', 'NUR-Aini'],
    ['anis', 'Ani`s'],
  ])('[SE1] %j finds %j among names of ASCII letters alone, which are folded at once', (search, name) => {
    expect(bench('Budi', name, 'Citra').list('record_a', search)).toEqual([name])
  })

  test('[SE1] alone they are no word', () => {
    expect(bench(...apostrophes).list('record_a', "- '").length).toBe(apostrophes.length)
    expect(bench(...apostrophes).list('record_a', 'amin -')).toEqual(['Ma’ruf Amin'])
  })

  test('[SE7] what is marked begins and ends with letters', () => {
    const marks = (search: string) => bench('Siti Ma’ruf-Ê').find('record_a', search).rows[0]?.marks['name']
    expect(marks('maruf')).toEqual([[5, 11]])
    expect(marks('ruf')).toEqual([[8, 11]])
    expect(marks('fe')).toEqual([[10, 13]])
  })

  test.each<[string, Filter['op'], string[]]>([
    ['-', 'contains', ['-', 'A-1']],
    ['-', 'is', ['-']],
    ['\u0301', 'contains', ['É 2']],
    ['a1', 'is', ['A1', 'A-1']],
    ['a-1', 'contains', ['A1', 'A-1']],
  ])('[SE6] a filter for %j (%s) passes nothing else', (value, op, found) => {
    const filters = [{ field: 'name', op, value }]
    expect(bench('A-1', 'A1', '-', 'É 2').list('record_a', { filters })).toEqual(found)
  })
})
