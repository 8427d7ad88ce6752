// A process of `npm run cluster`: the server, which ends when the cluster that started it is gone.
import { endWithParent } from './stop-with-parent.mjs'

endWithParent()
// Its log goes to the cluster: what cannot be told any more must not end it before it has stopped in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
await import('../server/dist/main.mjs')
