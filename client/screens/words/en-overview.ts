/** The English of what the records of a kind come to. It comes with its screen. */
export const enOverview = {
  lead: '{count} record in this browser, unsent work too. A bar opens its records. | All {count} records in this browser, unsent work too. Each bar opens its records.',
  empty: 'There is nothing to count yet',
  by: 'By {field}',
  standing: 'Validity',
  days: 'Last changed in the past 30 days',
  valid: 'Valid',
  ending: 'Ending within 30 days',
  later: 'Not begun yet',
  ended: 'Ended',
  others: 'All others',
  left: 'All others: {count}',
  none: 'None',
  table: 'As a table',
  value: 'Value',
  records: 'Records',
  share: 'Share',
}
