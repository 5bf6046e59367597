/** The English of a list’s sorting, columns and filters. */
export const enList = {
  sort: 'Sort',
  chooseSort: 'Sort the list',
  sortField: 'Choose what to sort by',
  ascending: 'ascending',
  descending: 'descending',
  narrower: '{field}: narrower',
  wider: '{field}: wider',
  moveUp: '{field}: further to the front',
  moveDown: '{field}: further back',
  resetColumns: 'As at first',
}
