// Names what failed, a line each, so that it can be run alone: node .ci/failed.mjs FILE
// A report of vitest (.json) gives test files, the output of `cargo test` (.log) names of tests. Prints nothing where
// something else than a test failed, or more than a few did: then the change is broken, and nothing is gained.
import { readFileSync } from 'node:fs'

const MOST = 5

const [file] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')

function filesOf(report) {
  const failed = report.testResults.filter((suite) => suite.status === 'failed')
  const tests = failed.flatMap((suite) => suite.assertionResults).filter((test) => test.status === 'failed')
  // Of an error outside the tests a report has only this.
  const more = failed.some((suite) => suite.assertionResults.length === 0) || tests.length === 0
  return more || tests.length > MOST ? [] : failed.map((suite) => suite.name)
}

function namesOf(output) {
  const names = [...output.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => name)
  const counted = [...output.matchAll(/^test result: FAILED\. \d+ passed; (\d+) failed/gm)]
  const failed = counted.reduce((sum, [, count]) => sum + Number(count), 0)
  return names.length === failed && failed <= MOST ? names : []
}

for (const name of file.endsWith('.json') ? filesOf(JSON.parse(text)) : namesOf(text)) console.log(name)
