// Everything that node-oidc-provider keeps, in one Map: nothing outlives the process. Its own adapter in
// memory holds a thousand entries and looks through all members of a grant at each write; this one does
// neither, so that it costs as little as keeping things can.

const kept = new Map()
const members = new Map()

const alive = (entry) => (entry && entry.end > Date.now() ? entry.payload : undefined)

export class Memory {
  constructor(model) {
    this.model = model
  }

  key(id) {
    return `${this.model}:${id}`
  }

  async upsert(id, payload, expiresIn) {
    const key = this.key(id)
    kept.set(key, { payload, end: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
    if (payload.grantId && this.model !== 'Grant') {
      const grant = members.get(payload.grantId)
      if (grant) grant.add(key)
      else members.set(payload.grantId, new Set([key]))
    }
    if (payload.uid && this.model === 'Session') {
      kept.set(`uid:${payload.uid}`, { payload: id, end: Infinity })
    }
  }

  async find(id) {
    return alive(kept.get(this.key(id)))
  }

  async findByUid(uid) {
    const id = alive(kept.get(`uid:${uid}`))
    return id && this.find(id)
  }

  async consume(id) {
    const payload = await this.find(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id) {
    kept.delete(this.key(id))
  }

  async revokeByGrantId(grantId) {
    for (const key of members.get(grantId) ?? []) kept.delete(key)
    members.delete(grantId)
  }
}
