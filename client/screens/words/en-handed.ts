/** The English of work that is handed over. */
export const enHanded = {
  button: 'Hand over',
  done: 'Handed over. Whoever looks after it decides.',
  title: 'Handed over to you',
  lead: 'Others could not send this any more. What you take becomes your own change.',
  take: 'Take',
  drop: 'Let go',
  taken: 'Taken. It is sent with the next sync.',
  dropped: 'Let go',
  dropTitle: 'Let go of what {author} did?',
  dropText: 'It is kept nowhere else. On the server nothing changes.',
  changedSince: '{field} is {value} by now',
  gone: 'gone by now',
  elsewhere: 'This needs the form: {issue}',
  over: 'Somebody has looked at this already.',
}
