import { expect } from 'vitest'
import type { Demo, Message } from './demo'

/** Waits for the next message of a purpose to somebody after `before` of them. */
export async function sent(
  demo: Pick<Demo, 'outbox'>,
  purpose: string,
  to: string,
  before = 0,
): Promise<Message> {
  const found = async () =>
    (await demo.outbox()).filter((each) => each.purpose === purpose && each.to === to)
  await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBe(before + 1)
  return (await found())[before] as Message
}
