/** The English of the second factor. It comes with its panel. */

export const enSecondFactor = {
  title: 'Second factor',
  off: 'Your password alone signs you in. With a second factor a code from an app on your phone is asked for as well.',
  on: 'Signing in asks for a code from your app as well.',
  must: 'Admins need one here. Until you have one, you can do nothing that only admins do.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  renew: 'New recovery codes',
  password: 'Your password',
  code: 'Code from the app',
  codeOrRecovery: 'Code from the app, or a recovery code',
  next: 'Next',
  scanText:
    'Scan this with an app for codes on your phone, such as the one that keeps your passwords. Then type the code that it shows.',
  qr: 'Secret for an app for codes',
  byHand: 'Or type this there:',
  recoveryTitle: 'Your recovery codes',
  recoveryText:
    'Each signs you in once when your phone is not at hand. They are shown this one time: keep them away from the phone.',
  save: 'Save as a file',
  kept: 'I have kept them',
  turnedOn: 'The second factor is on',
  turnedOff: 'The second factor is off',
}
