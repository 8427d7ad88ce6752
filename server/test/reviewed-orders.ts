import {
  approveRechargeOrder,
  approveWithdrawOrder,
  payWithdrawOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { askDeposit, askWithdrawal, type FundsUser, newPayoutRef } from './funds-app.ts'
import type { TestClient } from './test-client.ts'

/** An order that an administrator has on hand. */
export interface OrderOnHand {
  params: { id: string }
  version: number
}

/** Takes a deposit on and credits it: `credited`, `proposed`, or the code of the refusal. */
export async function credit(by: TestClient, user: FundsUser, amount: string): Promise<string> {
  const params = { id: (await askDeposit(user.client, amount)).id }
  await by.ok(takeRechargeOrder, { params, body: { version: 1 } })
  const { envelope } = await by.call(approveRechargeOrder, { params, body: { version: 2, credited: amount } })
  if (!envelope.success) return envelope.code
  return envelope.data.deposit.state === 'completed' ? 'credited' : 'proposed'
}

/** An approved withdrawal that its approver has on hand. */
export async function approved(by: TestClient, user: FundsUser, amount: string): Promise<OrderOnHand> {
  const params = { id: (await askWithdrawal(user.client, { amount })).id }
  await by.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await by.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  return { params, version: 3 }
}

/** The same withdrawal, taken over by another administrator. */
export async function takenOver(by: TestClient, { params, version }: OrderOnHand): Promise<OrderOnHand> {
  await by.ok(takeWithdrawOrder, { params, body: { version } })
  return { params, version: version + 1 }
}

/** The state of a withdrawal that was paid, or the code of the refusal. */
export async function pay(by: TestClient, { params, version }: OrderOnHand): Promise<string> {
  const { envelope } = await by.call(payWithdrawOrder, {
    params,
    body: { version, payoutRef: newPayoutRef() },
  })
  return envelope.success ? envelope.data.withdrawal.state : envelope.code
}
