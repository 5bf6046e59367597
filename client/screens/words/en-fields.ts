/** The English of fields while they are typed. */
export const enFields = {
  calendar: 'Calendar: {field}',
  today: 'Today',
  monthBefore: 'Month before',
  monthAfter: 'Next month',
  yearBefore: 'Year before',
  yearAfter: 'Next year',
  untilDayEnd: 'until the end of the day',
}
