import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Download } from '../platform/http-download.ts'
import { PAPER_ENDING, type Paper } from '../platform/papers.ts'
import type { AdminPrincipal, RequestInfo, UserPrincipal } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { SessionsService } from './sessions.service.ts'

const ADDRESS_MS = 60_000
const PATH = '/uploads/private'
const CONTEXT = 'file-address'

/** Gives out one kind of file; null: there is none of that name, or it is not this user's. */
type Opener = (userId: bigint, name: string) => Promise<Paper | null>
/** The same for an administrator: by what he may see. */
type ReviewOpener = (admin: AdminPrincipal, name: string, request: RequestInfo) => Promise<Paper | null>

interface Parts {
  clock: Clock
  secrets: SecretBox
  sessions: Pick<SessionsService, 'ownerOf'>
}

export type PrivateFiles = ReturnType<typeof createPrivateFiles>

/**
 * Files that are not for everybody. Each is got by an address of its own, which is good for a minute, and only for the
 * session that asked for it: whoever reads it off a screen or a log gets nothing.
 */
export function createPrivateFiles({ clock, secrets, sessions }: Parts) {
  const openers = new Map<string, Opener>()
  const reviewOpeners = new Map<string, ReviewOpener>()
  let administratorOf: (sessionId: bigint, request: RequestInfo) => Promise<AdminPrincipal | null> =
    async () => null

  async function openFor(
    audience: string,
    kind: string,
    name: string,
    sessionId: bigint,
    request: RequestInfo,
  ) {
    if (audience === 'admin') {
      const admin = await administratorOf(sessionId, request)
      return admin === null ? null : await reviewOpeners.get(kind)?.(admin, name, request)
    }
    const userId = await sessions.ownerOf(sessionId, request)
    return userId === null ? null : await openers.get(kind)?.(userId, name)
  }

  return {
    /** `kind` is what its files are called when they are saved. */
    add(kind: string, open: Opener): void {
      openers.set(kind, open)
    },
    addForReview(kind: string, open: ReviewOpener): void {
      reviewOpeners.set(kind, open)
    },
    /** Tells whose an administrator's session is; until then they get nothing. */
    admitAdministrators(ownerOf: typeof administratorOf): void {
      administratorOf = ownerOf
    },

    addressOf(
      kind: string,
      name: string,
      { kind: audience, sessionId }: UserPrincipal | AdminPrincipal,
    ): { address: string; untilMs: number } {
      const untilMs = Math.floor(clock.nowMs() + ADDRESS_MS * clock.speed)
      const seal = secrets.seal([audience, kind, name, sessionId, untilMs].join(' '), CONTEXT)
      return { address: `${PATH}?seal=${seal}`, untilMs }
    },

    /** Errors: NOT_FOUND, whatever is wrong with the address. */
    async open(seal: string, request: RequestInfo): Promise<Download> {
      const sealed = unsealed(secrets, seal).split(' ')
      const [audience = '', kind = '', name = '', sessionId = '', untilMs = ''] = sealed
      const isOver = !(clock.nowMs() < Number(untilMs))
      const paper = isOver ? null : await openFor(audience, kind, name, BigInt(sessionId), request)
      if (!paper) throw new AppError('NOT_FOUND')
      const { contentType, bytes } = paper
      return { fileName: `${kind}-${name}.${PAPER_ENDING[contentType]}`, contentType, held: bytes, tag: null }
    },
  }
}

/** Empty for what was not sealed here. */
function unsealed(secrets: SecretBox, seal: string): string {
  try {
    return secrets.open(seal, CONTEXT)
  } catch {
    return ''
  }
}
