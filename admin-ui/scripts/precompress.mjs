// Writes a .br and a .gz beside each compressible asset: the server embeds these alone, and picks one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ASSETS = 'dist/assets'
const COMPRESSIBLE = /\.(js|css|svg|json)$/

for (const name of readdirSync(ASSETS).filter((file) => COMPRESSIBLE.test(file))) {
  const path = join(ASSETS, name)
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
