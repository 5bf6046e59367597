/** `npm run list -- --rows 100000 > list.csv`: a list to read in, beside the records of `npm run demo`. */
import { given, run } from '../server/commands/command.ts'
import { listOfPeople } from './support/list-of-people.ts'

const call = {
  name: 'list',
  about: 'Writes a list of people as CSV to standard output, to be read in.',
  calls: [['--rows 10000 > list.csv', 'some of them are wrong, to see what becomes of them']],
  options: { rows: { type: 'string', value: 'n', default: '1000', about: 'how many' } },
} as const

const { values } = given(call)
await run(call, () => {
  for (const line of listOfPeople(Number(values.rows))) process.stdout.write(line)
})
