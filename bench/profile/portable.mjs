// Makes of a profile in LLVM's text form, on standard input, one that is kept; writes it in the same form. The first argument
// names a file with the names of the functions that the server's own crate has. Two things are done:
// - What is never called is left out, unless it is the server's own: of dependencies it is small already, and it is most of
//   all that there is.
// - What a crate has for itself is named after the unit that it was compiled in, and the units of a crate have other numbers
//   after any change. Such a function is there for each number.
import { readFileSync } from 'node:fs'
import { most, read, symbol } from './text.mjs'

const UNITS = Number(/^codegen-units = (\d+)$/m.exec(readFileSync('Cargo.toml', 'utf8'))[1])
const INTERNAL = /^(cardea\w*\.[0-9a-f]+-cgu\.)\d+;(.*)$/

const own = new Set(readFileSync(process.argv[2], 'utf8').split('\n'))
const { kind, functions } = await read()
const known = new Map()
for (const of of functions) {
  const { name, hash, size, counts, lines } = of
  if (most(of) === 0n && !own.has(symbol(of))) continue
  const [, unit, local] = INTERNAL.exec(name) ?? []
  const names = unit ? Array.from({ length: UNITS }, (_, at) => `${unit}${at};${local}`) : [name]
  for (const key of names.map((each) => `${each}\n${hash}\n${size}`)) {
    // The same function in several units: their counts together, and whom one of them called.
    const other = known.get(key)
    known.set(key, other ? { ...other, counts: counts.map((count, at) => count + other.counts[at]) } : { counts, lines })
  }
}
process.stdout.write(`${kind}\n`)
for (const [key, { counts, lines }] of known) {
  process.stdout.write(`${[key, ...counts, ...lines].join('\n')}\n\n`)
}
