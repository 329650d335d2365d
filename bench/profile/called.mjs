// Prints the names of the functions that were called, of a profile in LLVM's text form on standard input.
import { most, read, symbol } from './text.mjs'

const { functions } = await read()
const called = functions.filter((of) => most(of) > 0n).map(symbol)
process.stdout.write(`${[...new Set(called)].sort().join('\n')}\n`)
