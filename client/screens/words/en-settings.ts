/** The English of the settings. */

export const enSettings = {
  language: 'Language',
  density: 'Row height',
  comfortable: 'Comfortable',
  dense: 'Dense',
  theme: 'Colours',
  auto: 'Like the system',
  light: 'Light',
  dark: 'Dark',
  account: 'Account',
  signedInAs: 'Signed in as {name}',
  signOut: 'Sign out',
  signOutTitle: 'Sign out?',
  signOutText: 'Everything you saved has been sent.',
  signOutUnsent:
    '{count} change has not been sent. It stays in this browser and is sent after you sign in here again. | {count} changes have not been sent. They stay in this browser and are sent after you sign in here again.',
  signOutUnreadable:
    '{count} change can no longer be read in this browser and has not been sent. It stays here. | {count} changes can no longer be read in this browser and have not been sent. They stay here.',
  signOutOffline: 'There is no network: you can sign in again only once there is one.',
  stay: 'Stay signed in',
  about: 'About',
  version: 'Version {version}',
  aboutText: 'Works without a connection. Everything you save is in this browser first.',
  keys: 'Keys',
  keySearch: 'search',
  keySave: 'save a form',
  keyUndo: 'take back what was done last',
  keyRows: 'walk the rows',
  keyOpen: 'open a row',
  keyEscape: 'close',
}
