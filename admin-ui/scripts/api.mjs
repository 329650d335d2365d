// Makes the types of the server's calls from its description, `openapi.json`: `npm run api` writes them,
// with `--check` they are only compared with what is there.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const FILE = 'src/shared/api/schema.d.ts'
const ADMIN = '/api/admin'
const METHODS = ['get', 'post', 'put', 'delete']
const description = JSON.parse(readFileSync('openapi.json', 'utf8'))

/** The admin calls, as the data provider names them: `POST /users/{id}/lock`. */
const calls = []
for (const [path, item] of Object.entries(description.paths)) {
  for (const method of METHODS) {
    const operation = item[method]
    if (!operation) continue
    // Every refusal is a CallError, whichever call it is of.
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
    )
    if (path.startsWith(`${ADMIN}/`)) {
      const name = `${method.toUpperCase()} ${path.slice(ADMIN.length)}`
      calls.push(`  '${name}': operations['${operation.operationId}']`)
    }
  }
}

/** What is only called an object is somebody else's, such as a plugin's. */
const unknown = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
const transform = ({ type, properties, additionalProperties }) =>
  type === 'object' && !properties && !additionalProperties ? unknown : undefined

// Paths would say once more what the calls below do.
const nodes = (await openapiTS(description, { transform })).filter(({ name }) =>
  ['components', 'operations'].includes(name.text),
)
const types = astToString(nodes)
const made = `// Made from openapi.json by scripts/api.mjs.
${types}
/** The calls of the admin interface. */
export interface calls {
${calls.join('\n')}
}
`
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, made)
} else if (readFileSync(FILE, 'utf8') !== made) {
  console.error(`${FILE} is not what openapi.json describes: npm run api`)
  process.exitCode = 1
}
