/** The English of saved views. */
export const enViews = {
  title: 'Views',
  choose: 'Saved views',
  all: 'All {kind}',
  changed: 'changed since it was saved',
  saveAs: 'Save as a new view…',
  saveChanges: 'Save the changes to “{name}”',
  name: 'Name of the view',
  nameless: 'Give it a name.',
  tooLong: 'At most {max} characters; this has {count}.',
  taken: 'There is a view called “{name}” already. Replace it?',
  replace: 'Replace',
  rename: 'Rename “{name}”',
  delete: 'Delete “{name}”',
  opens: 'Open the list with “{name}”',
  saved: 'View saved: {name}',
  deleted: 'View deleted: {name}',
  tooMuch:
    'This is more than your account can keep: what is new stays in this browser. Delete views that you do not need.',
}
