/** The English of fields while they are typed. */
export const enFields = {
  calendar: 'Calendar: {field}',
  today: 'Today',
  monthBefore: 'Month before',
  monthAfter: 'Next month',
  yearBefore: 'Year before',
  yearAfter: 'Next year',
  untilDayEnd: 'until the end of the day',
  hits: 'Hits of the list',
  before: 'Hit before this one',
  after: 'Next hit',
  duplicate: 'Duplicate',
  saveAndNext: 'Save and next',
  pin: 'Keep {field} for the next new one',
  edit: 'Edit {field}',
  kept: 'Not shown to you. Left empty, it stays as it is; what you type here takes its place.',
  lately: 'lately',
  what: 'What is {field}?',
}

export const enScan = {
  open: 'Scan {what} with the camera',
  title: 'Scan a code',
  hint: 'Hold the code before the camera until it is read.',
  picture: 'What the camera sees',
  denied:
    'This browser may not use the camera. Allow it for this page in the browser’s settings, then try again. Or close this and type the number.',
  missing: 'No camera was found. Connect one, then try again. Or close this and type the number.',
  failed:
    'The camera does not work just now; another app may be using it. Close that, then try again. Or close this and type the number.',
}
