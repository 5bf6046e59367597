/** The seed's kinds as a later version might have them: in Record B a field renamed, and a required one added. */
import { kinds } from '../../shared/kinds.ts'
import type { Field, Kind, Kinds } from '../../shared/metadata.ts'

function inSecond(field: Field): Field {
  return field.name === 'nama' ? { ...field, name: 'judul', formerly: ['nama'], since: 2 } : field
}

function secondOf(kind: Kind): Kind {
  const like = kind.fields.find(field => field.name === 'nama')
  if (!like) return kind
  const floor: Field = {
    ...like,
    name: 'lantai',
    label: { en: 'Floor', id: 'Lantai' },
    base: { type: 'string', length: 10 },
    validation: { required: true, type: 'string', max: 10 },
    since: 2,
    initial: 'dasar',
  }
  return { ...kind, title: 'judul', fields: [...kind.fields.map(inSecond), floor] }
}

export const secondKinds: Kinds = kinds.map(secondOf)
