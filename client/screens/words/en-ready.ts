/** The English of the Ready screen, which brings its words along. */
export const enReady = {
  lead: 'Look here before you leave the network.',
  verdict: { ready: 'Ready', notYet: 'Not ready yet', unknown: 'Not known yet' },
  readyText: 'You can leave the network: everything works without it.',
  unknownText: 'Not all of this can be looked at here.',
  firstText: 'Do this first:',
  betterText: 'Better still:',
  more: 'Then {count} more thing below. | Then {count} more things below.',
  work: {
    unknown: { is: 'Whether everything here can be read is not known yet' },
    fault: { is: 'This browser cannot save', do: '{fault}' },
    damaged: {
      is: 'Some records here cannot be read',
      do: 'Connect, and sync: they come again.',
    },
    unreadable: {
      is: '{count} change that you saved here can no longer be read | {count} changes that you saved here can no longer be read',
      do: 'Sync says of which records. Enter again what is missing there.',
    },
    readable: { is: 'Everything here can be read' },
  },
  app: {
    unknown: {
      is: 'Whether the app opens without a network is not known',
      do: 'Nobody keeps its files here.',
    },
    ready: { is: 'The app opens without a network' },
    storing: {
      is: 'The app does not open without a network yet',
      do: 'Its own files are still being stored in this browser. Until that is done, keep the app open and the connection on. If this does not end, close the browser and open it again.',
    },
    unreachable: {
      is: 'The app does not open without a network yet',
      do: 'Its own files could not all be stored in this browser. Check the connection; if it is good, free some space. It is tried again by itself.',
    },
    full: {
      is: 'The app does not open without a network yet',
      do: 'This tablet or computer has no room for the app’s own files. Free some space. It is tried again by itself.',
    },
    forbidden: {
      is: 'The app does not open without a network',
      do: 'The browser does not let the app store its own files. A private window or a setting against stored data may be the reason: open the app in an ordinary window. If it is in one, something between this browser and the server answers for it: show this to an admin.',
    },
  },
  account: {
    unknown: {
      is: 'Signed in as {name}',
      do: 'Until when is known once the server answers. Without a network you go on working in any case.',
    },
    until: {
      is: 'Signed in as {name}, until {until}',
      do: 'After that you still work without a network; to send, you sign in again. Each day with the server makes it longer.',
    },
    ended: {
      is: 'Your session has ended',
      do: 'Sign in while there is a network: without it you can work, but nothing is sent.',
    },
  },
  records: {
    unknown: { is: 'Which records are here is not known yet' },
    never: {
      is: 'Not all records are here',
      do: 'Connect, and keep the app open until this says Ready.',
    },
    arriving: {
      is: 'The records are arriving: {received} so far',
      do: 'Keep the app open until all are here.',
    },
    old: {
      is: 'The records are those of {synced}',
      do: 'Others may have changed them since. Connect, and sync.',
    },
    complete: { is: 'All records are here' },
    synced: 'Last complete sync: {time}',
    newest: 'Newest change received: {time}',
    noNewest: 'Newest change received: not known',
  },
  sending: {
    unknown: { is: 'What waits to be sent is not known yet' },
    held: {
      is: 'Nothing is sent at present',
      do: 'Sync says why, and what to do.',
    },
    waiting: {
      is: '{count} change waits to be sent, since {since} | {count} changes wait to be sent, the oldest since {since}',
      do: 'It is safe here, and safer on the server. Connect, and sync; or keep a copy as a file. | They are safe here, and safer on the server. Connect, and sync; or keep a copy as a file.',
    },
    sent: { is: 'Everything you saved has been sent' },
  },
  protection: {
    unknown: { is: 'Whether the browser keeps all this when space runs short is not known' },
    kept: { is: 'Protected: the browser keeps this even when space runs short.' },
    loose: {
      is: 'The browser may remove this when space runs very short.',
      do: 'Ask it to keep everything.',
    },
    refused: {
      is: 'The browser may remove this when space runs very short.',
      do: 'The browser did not agree. Installing the app usually helps.',
    },
    week: {
      is: 'In a tab, this browser removes everything after a week',
      do: 'After seven days of use without a visit to this app all of it goes, unsent work too. An app of its own is kept: how to install it stands below.',
    },
  },
  space: {
    unknown: { is: 'How much space is left is not known' },
    enough: { is: 'Enough space for many days: {free} left', do: 'Used: {used}.' },
    short: {
      is: 'Little space: {free} left',
      do: 'Free some on this tablet or computer: days of work need {enough}. Used here: {used}.',
    },
  },
  questions: {
    unknown: { is: 'Whether anything needs you is not known yet' },
    open: {
      is: '{count} question waits for you | {count} questions wait for you',
      do: 'Until they are answered, what you did there is not sent.',
    },
    none: { is: 'Nothing needs you' },
  },
  installed: {
    yes: { is: 'Installed as an app' },
    offered: { is: 'Not installed as an app', do: 'It then has an icon and a window of its own.' },
    menu: {
      is: 'Not installed as an app',
      do: 'Choose Install, or Add to Home screen, in the browser’s menu.',
    },
    none: { is: 'Not installed as an app', do: 'This browser has no way for it; a tab does as well.' },
    'home-screen': {
      is: 'Not on the Home Screen',
      do: 'Press Share, then Add to Home Screen. That app begins empty: send what waits here first, then open it and sign in there.',
    },
    dock: {
      is: 'Not in the Dock',
      do: 'Choose File, then Add to Dock. That app begins empty: send what waits here first, then open it and sign in there.',
    },
  },
  clock: {
    unknown: { is: 'Whether the clock is right is known once the server answers' },
    right: { is: 'The clock is right' },
    ahead: { is: 'The clock is fast by {off}', do: 'Set it: the times of your work would mislead others.' },
    behind: { is: 'The clock is slow by {off}', do: 'Set it: the times of your work would mislead others.' },
  },
  act: {
    retry: 'Try again',
    protect: 'Protect it',
    install: 'Install',
    look: 'To Sync',
    answer: 'Answer',
    file: 'Save as a file',
  },
}
