/** `npm run list -- --rows 100000 > list.csv`: a list to read in, beside the records of `npm run demo`. */
import { parseArgs } from 'node:util'
import { listOfPeople } from './support/list-of-people.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000' } } })
for (const line of listOfPeople(Number(values.rows))) process.stdout.write(line)
