// Profiles in LLVM's text form.
import { text } from 'node:stream/consumers'

// Reads a profile from standard input: its first line, which says what kind it is, and of each function its name, the hash of its
// shape, its counts, and the lines after them.
export async function read() {
  const [head, ...functions] = (await text(process.stdin)).split('\n\n')
  const [kind, ...rest] = head.split('\n').filter((line) => !line.startsWith('#'))
  return { kind, functions: [rest.join('\n'), ...functions].map(parsed).filter((of) => of.name) }
}

function parsed(block) {
  const [name, hash, size, ...lines] = block.split('\n').filter((line) => line && !line.startsWith('#'))
  const counts = lines.splice(0, Number(size)).map(BigInt)
  return { name, hash, size, counts, lines }
}

// The most that a count of a function is.
export function most({ counts }) {
  return counts.reduce((one, other) => (one > other ? one : other), 0n)
}

// The name that the linker knows a function by: without the unit that it is local to.
export function symbol({ name }) {
  return name.replace(/^.*;/, '')
}
