import { defineConfig } from 'vitest/config'

// Tests against the server's own binary. One file at a time: each starts a server and a browser, and
// the machine that runs them may have two cores.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    environment: 'node',
    include: ['**/*.e2e.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
