import { defineConfig } from 'vitest/config'

// Tests against the server's own binary. Three files at a time: each starts a server and a browser, which wait for
// each other most of the time: two files left a quarter of two processors idle.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    environment: 'node',
    include: ['**/*.e2e.ts'],
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
