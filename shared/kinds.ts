/**
 * The seed's tables, to the letter: the one place that knows which kinds and fields there are.
 * A new field or kind is an entry here and a migration, and nothing else.
 */
import type { Field, Flags, Kind, Kinds, Words } from './metadata.ts'

/** The seed: attributes common to all fields except id. */
const shown: Flags = {
  searchable: true,
  fillable: true,
  primary: false,
  inForm: true,
  inIndex: true,
  inView: true,
}

const id: Field = {
  name: 'id',
  label: { en: 'Id', id: 'Id' },
  base: { type: 'bigInteger', autoIncrement: true, unsigned: true },
  input: 'none',
  validation: {},
  searchable: false,
  fillable: false,
  primary: true,
  inForm: false,
  inIndex: false,
  inView: false,
}

function text(name: string, length: number, label: Words, extra: Partial<Field> = {}): Field {
  return {
    name,
    label,
    base: { type: 'string', length },
    input: 'text',
    validation: { required: true, type: 'string', max: length },
    ...shown,
    ...extra,
  }
}

/** People look for records by these: the inside of one counts as much as another field that is hit as a whole. */
const sought = 12
/** Even as a whole, a hit counts less than the inside of another field. */
const hardlySought = 1

function checkbox(name: string, label: Words): Field {
  return {
    name,
    label,
    base: { type: 'boolean' },
    input: 'checkbox',
    validation: { required: true, type: 'boolean' },
    ...shown,
  }
}

function date(name: string, label: Words, extra: Partial<Field> = {}): Field {
  return {
    ...{ name, label, base: { type: 'datetime' }, input: 'date', validation: { required: true } },
    ...{ ...shown, ...extra },
  }
}

function reference(name: string, kind: string, label: Words, extra: Partial<Field> = {}): Field {
  return {
    ...{ name, label, base: { type: 'bigInteger', autoIncrement: false, unsigned: true }, input: 'none' },
    ...{ validation: { required: true }, reference: { kind }, ...extra, ...shown },
  }
}

/** Where Devices stand, and what a crew is granted. */
const site: Kind = {
  name: 'site',
  label: { en: 'Site', id: 'Lokasi' },
  plural: { en: 'Sites', id: 'Lokasi' },
  icon: 'site',
  title: 'name',
  grantable: true,
  fields: [id, text('name', 255, { en: 'Name', id: 'Nama' }, { typed: 'name', weight: sought, own: true })],
}

/** The seed shows no field of Device; a name is the least that a person can choose from. */
const device: Kind = {
  name: 'device',
  label: { en: 'Device', id: 'Perangkat' },
  plural: { en: 'Devices', id: 'Perangkat' },
  icon: 'device',
  title: 'name',
  grantable: true,
  within: 'site_id',
  fields: [
    id,
    text('name', 255, { en: 'Name', id: 'Nama' }, { typed: 'name', weight: sought, own: true }),
    reference('site_id', 'site', { en: 'Site', id: 'Lokasi' }, { validation: {}, since: 2 }),
  ],
}

const recordA: Kind = {
  name: 'record_a',
  label: { en: 'Record A', id: 'Rekaman A' },
  plural: { en: 'Record A', id: 'Rekaman A' },
  icon: 'person',
  title: 'name',
  columns: ['name', 'pin', 'card', 'device_id', 'end_datetime'],
  validity: { from: 'start_datetime', to: 'end_datetime' },
  within: 'device_id',
  fields: [
    id,
    reference('device_id', 'device', { en: 'Device', id: 'Perangkat' }),
    text('pin', 30, { en: 'PIN', id: 'PIN' }, { identifies: true, weight: sought, own: true }),
    text('name', 255, { en: 'Name', id: 'Nama' }, { typed: 'name', weight: sought, own: true }),
    text('pri', 255, { en: 'Pri', id: 'Pri' }, { typed: 'digits' }),
    text(
      'passwd',
      255,
      { en: 'Passwd', id: 'Passwd' },
      { secret: true, readBy: ['manager', 'admin'], weight: hardlySought, own: true },
    ),
    text('card', 255, { en: 'Card', id: 'Kartu' }, { weight: sought, own: true, scanned: true }),
    text('grp', 10, { en: 'Grp', id: 'Grp' }, { typed: 'digits' }),
    text('tz', 255, { en: 'Tz', id: 'Tz' }, { typed: 'digits' }),
    checkbox('verify', { en: 'Verify', id: 'Verify' }),
    text('vice_card', 255, { en: 'Vice card', id: 'Vice card' }, { own: true, scanned: true }),
    date('start_datetime', { en: 'Start', id: 'Mulai' }, { prefill: 'today' }),
    date('end_datetime', { en: 'End', id: 'Akhir' }, { dayEnd: true }),
  ],
}

const recordB: Kind = {
  name: 'record_b',
  label: { en: 'Record B', id: 'Rekaman B' },
  plural: { en: 'Record B', id: 'Rekaman B' },
  icon: 'building',
  title: 'nama',
  fields: [
    id,
    text('pt', 5, { en: 'PT', id: 'PT' }, { identifies: true }),
    text('divisi', 1, { en: 'Divisi', id: 'Divisi' }),
    checkbox('unit', { en: 'Unit', id: 'Unit' }),
    text('jenis', 1, { en: 'Jenis', id: 'Jenis' }),
    text('nama', 60, { en: 'Nama', id: 'Nama' }, { typed: 'name', weight: sought, own: true }),
    text('divapp', 1, { en: 'Divapp', id: 'Divapp' }),
    checkbox('urutan', { en: 'Urutan', id: 'Urutan' }),
  ],
}

export const kinds: Kinds = [site, device, recordA, recordB]
