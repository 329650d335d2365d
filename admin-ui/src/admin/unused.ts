/** Takes the place of what react-admin would write tables with in the browser: the server writes them here. */
export default function noExport(): never {
  throw new Error('files are written by the server')
}
