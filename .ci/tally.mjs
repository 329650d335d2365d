// Adds up what ran: node .ci/tally.mjs FOLDER FILE...
// A .json file is a report of vitest, a .log file the output of `cargo test`. A file that is missing
// or counts no test is an error: silence is not success.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CARGO = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm

/** [passed, failed, skipped] of one report. */
function count(file) {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.json')) {
    const report = JSON.parse(text)
    const skipped = report.numPendingTests + report.numTodoTests
    return [report.numPassedTests, report.numFailedTests, skipped]
  }
  const sum = [0, 0, 0]
  for (const [, ...counts] of text.matchAll(CARGO)) {
    counts.forEach((each, at) => {
      sum[at] += Number(each)
    })
  }
  return sum
}

const [folder, ...files] = process.argv.slice(2)
const total = [0, 0, 0]
for (const file of files) {
  try {
    const counts = count(join(folder, file))
    if (counts[0] + counts[1] === 0) throw new Error('no test ran')
    counts.forEach((each, at) => {
      total[at] += each
    })
  } catch (error) {
    console.log(`no result in ${file}: ${error.message}`)
    process.exitCode = 1
  }
}
const [passed, failed, skipped] = total
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
