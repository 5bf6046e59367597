/**
 * What the fields of a terminal are for, to somebody who never saw one: the longest of the metadata, and only what a page
 * shows needs them. The rest of a kind stands in `kinds.ts`.
 */
import type { Kinds, Words } from './metadata.ts'

/** By the names of kind and field. */
const help: Record<string, Record<string, Words>> = {
  device: {
    site_id: {
      en: 'Where it stands. Whoever may see the site may see its Devices, and the people on them.',
      id: 'Tempat perangkat ini berada. Yang boleh melihat lokasinya boleh melihat perangkatnya, dan orang-orang di dalamnya.',
    },
  },
  record_a: {
    device_id: {
      en: 'The access terminal at the door on which this person may identify themselves.',
      id: 'Terminal akses di pintu tempat orang ini boleh mengenalkan diri.',
    },
    pin: {
      en: 'The number under which the terminal knows this person, and which they key in where it asks for it. Each person has their own.',
      id: 'Nomor yang dikenal terminal untuk orang ini, dan yang diketiknya bila terminal memintanya. Setiap orang punya nomornya sendiri.',
    },
    pri: {
      en: 'Privilege: what this person may do on the terminal itself. 0 is an ordinary user, who only opens doors; 14 is an administrator, who can change its settings.',
      id: 'Hak (privilege): apa yang boleh dilakukan orang ini pada terminal itu sendiri. 0 pengguna biasa, yang hanya membuka pintu; 14 administrator, yang dapat mengubah setelannya.',
    },
    passwd: {
      en: 'The secret number that this person can key in at the terminal after their PIN, in place of a card or a finger.',
      id: 'Angka rahasia yang dapat diketik orang ini di terminal setelah PIN-nya, sebagai ganti kartu atau jari.',
    },
    card: {
      en: 'The number of the card that this person holds before the reader, as it stands on the card or as a reader types it. Zeros in front belong to it.',
      id: 'Nomor kartu yang ditempelkan orang ini pada pembaca, seperti tertulis di kartu atau diketik pembaca kartu. Nol di depan ikut dihitung.',
    },
    grp: {
      en: 'Access group: the people who have the same doors and times together. The terminal takes the times of the group for whoever has none of their own.',
      id: 'Grup akses: orang-orang yang pintu dan jamnya sama. Terminal memakai jam grup bagi yang tidak punya jam sendiri.',
    },
    tz: {
      en: 'Time zones: the numbers of the schedules, kept on the terminal, in which the door opens for this person. They have nothing to do with the clocks of the world.',
      id: 'Zona waktu: nomor jadwal pada terminal, saat pintu terbuka bagi orang ini. Tidak ada hubungannya dengan zona jam dunia.',
    },
    verify: {
      en: 'How this person proves who they are: with a tick the terminal asks for it, by card, finger or password; without one it does not ask.',
      id: 'Cara orang ini membuktikan dirinya: bila dicentang, terminal memintanya, dengan kartu, jari, atau kata sandi; bila tidak, terminal tidak meminta.',
    },
    vice_card: {
      en: 'The number of a second card of the same person, such as a spare. 0 where there is none.',
      id: 'Nomor kartu kedua milik orang yang sama, misalnya cadangan. 0 bila tidak ada.',
    },
    start_datetime: {
      en: 'From this moment on the door opens for this person.',
      id: 'Sejak saat ini pintu terbuka bagi orang ini.',
    },
    end_datetime: {
      en: 'After this moment the door no longer opens for this person. A day without a time counts to its end.',
      id: 'Setelah saat ini pintu tidak terbuka lagi bagi orang ini. Hari tanpa jam berlaku sampai akhir hari itu.',
    },
  },
}

/** The same kinds, with `help` at each field that has any. */
export function withHelp(kinds: Kinds): Kinds {
  return kinds.map(kind => ({
    ...kind,
    fields: kind.fields.map(field => {
      const words = help[kind.name]?.[field.name]
      return words ? { ...field, help: words } : field
    }),
  }))
}
