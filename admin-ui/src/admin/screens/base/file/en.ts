/** What the screen says, and what its records are called, in English. */
export const en = {
  files: {
    download: 'Download',
    download_named: 'Download: %{name}',
    empty: 'No files yet',
    forever: 'Kept',
    invite: 'Sheets that were imported, exports and the bundles of plugins are listed here.',
    own: 'Account centre',
    purposes: { export: 'Export', import: 'Import', plugin: 'Plugin bundle' },
    fields: {
      createTime: 'Created',
      endTime: 'Until',
      expiresAt: 'Kept until',
      fileName: 'File name',
      fileSizeStr: 'Size',
      purpose: 'Kind',
      sha256: 'SHA-256',
      softId: 'System',
      softName: 'System',
      startTime: 'From',
    },
  },
}
