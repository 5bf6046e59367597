/** The English of the Sync screen. */
export const enSync = {
  lead: 'What waits to be sent, and what was sent.',
  now: 'Sync now',
  last: 'Last sync',
  never: 'never',
  waiting: 'Waiting to be sent',
  waitingNone: 'Nothing waits. Everything you saved has been sent.',
  waitingRest: 'Nothing else waits to be sent.',
  unreadable: 'Cannot be read in this browser',
  unreadableText:
    '{count} change that you saved can no longer be read in this browser, so it cannot be sent. It stays here, as a later version of the app may be able to read it. Look at the record below and enter again what is missing there. | {count} changes that you saved can no longer be read in this browser, so they cannot be sent. They stay here, as a later version of the app may be able to read them. Look at the records below and enter again what is missing there.',
  unreadableNew: '{kind} that is not in this browser',
  unoffered:
    'The server was restored from a backup. {count} change that this browser had sent could not be sent again, because it can no longer be read here. If it is newer than the backup, the server does not have it. Show this to an admin. | The server was restored from a backup. {count} changes that this browser had sent could not be sent again, because they can no longer be read here. Those newer than the backup are not on the server. Show this to an admin.',
  sentUnreadable:
    '{count} change that was sent can no longer be read here. The server has received it. | {count} changes that were sent can no longer be read here. The server has received them.',
  unsaved: 'Forms that were not saved',
  unsavedGone: 'Changed, of a record that is not in this browser',
  unsavedOpen: 'Open {title}',
  unsavedDiscard: 'Discard {title}',
  sent: 'Sent from this browser',
  sentNone: 'Nothing was sent from this browser in the last 30 days.',
  sentUnread: 'What was sent cannot be read from this browser just now. It is tried again by itself.',
  file: 'Save unsent work as a file',
  fileHint:
    'A copy to keep or hand over, readable without this app. It holds everything that was not sent yet, secrets too.',
  fileUnreadable: 'Of changes that cannot be read it only names the records.',
  read: {
    file: 'Read in a file',
    hint: 'Unsent work that was saved as a file goes on here, or in another browser.',
    title: 'Unsent work of {time}',
    nothing: 'Nothing in it is new here.',
    add: 'Add {count} record | Add {count} records',
    unreadable:
      '{count} more in it cannot be read, and is left out. | {count} more in it cannot be read, and are left out.',
    added: 'Added: {count} record | Added: {count} records',
    none: 'Nothing was added: all of it is here already.',
    standing: {
      here: 'waits here already',
      done: 'was sent from here, or taken back',
      unknown: 'not known to this app, and left out',
    },
    refused: {
      foreign: 'This is no file of unsent work, or it is damaged.',
      newer: 'This file is from a newer version of the app. Update first, then read it in.',
      'somebody else': 'This file holds the work of somebody else. They have to sign in to read it in.',
      'too large': 'This file is too large to be a file of unsent work.',
    },
  },
  first: 'First sync',
  firstText: '{count} records so far. You can work while the rest arrives.',
  hold: {
    'sign-in': 'Your session has ended. Everything is kept in this browser; sign in to send it.',
    upgrade:
      'The server needs a newer version of this app. Everything is kept in this browser; update to send it.',
    'server-upgrade':
      'This app is newer than the server and waits for its update. Your changes stay in this browser until then.',
    permission: 'Your role does not allow sending. Everything is kept in this browser; ask an admin.',
    refused:
      'The server refused the last try. {reason} Nothing is lost. Tell whoever looks after the server.',
    stuck:
      'The server answers, and yet some changes have not left for more than ten minutes. They are safe in this browser. Press Sync now; if that does not help, reload the app. If they still wait then, save the unsent work as a file below and show it to an admin.',
  },
  error: 'The last try failed. {reason} It is tried again by itself.',
  op: { create: 'New', update: 'Changed', delete: 'Deleted' },
  takeBack: 'Take back',
  takeBackOf: 'Take back {title}',
  takeBackTitle: 'Take back what you did to {title}?',
  takeBackText: {
    create: 'It is on no other tablet or computer than this one, and will be gone:',
    update: 'The record then reads as it was. This will be gone:',
    delete: 'The record then stays.',
  },
  takeBackReferrers: 'Others here belong to it, and cannot be sent without it:',
  takenBack: 'Taken back: {title}',
  takenBackPartly: 'Taken back: {title}. Some of it is on its way to the server, and stays.',
  takenTooLate: '{title} is on its way to the server, or there already. Open the record to change it.',
  byYou: 'you',
  startedNow: 'Sync started',
  more: 'and {count} more',
}
