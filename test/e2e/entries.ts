/** What people type in the stories, by the labels of the form. */
import type { Entry } from './person.ts'

export const gudang: Entry = {
  PT: 'SMG01',
  Divisi: 'K',
  Unit: true,
  Jenis: 'P',
  Nama: 'Gudang Utara Semarang',
  Divapp: 'A',
  Urutan: false,
}

/** Record A without its Device, which differs from story to story. */
export function dewi(name: string, pin: string): Entry {
  return {
    PIN: pin,
    Name: name,
    Pri: '0',
    Passwd: 'rahasia 7',
    Card: '0012345678',
    Grp: '3',
    Tz: '0000000100000000',
    Verify: true,
    'Vice card': '0',
    Start: '2026-01-05',
    End: '2027-01-04',
  }
}
