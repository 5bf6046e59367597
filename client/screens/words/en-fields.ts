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
  what: 'What is {field}?',
}
