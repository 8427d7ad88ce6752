import { actsOf, OPEN } from './act.ts'

const act = actsOf('administrator')
const USERS = '/admin/users'
const DEPOSITS = '/admin/recharge-orders'
const WITHDRAWALS = '/admin/withdraw-orders'
const VOIDS = '/admin/voids'

/** What administrators do with users, their money and their contracts. */
export const ACTS_ON_USERS = [
  act('user.freeze', USERS, 'admin-people:act.freeze', 'freezeUser', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('user.unfreeze', USERS, 'admin-people:act.unfreeze', 'unfreezeUser', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('user.sign-out', USERS, 'admin-people:act.signOut', 'signOutUser', {
    done: OPEN,
    'no reason': OPEN,
    'nowhere signed in': OPEN,
  }),
  act('user.session.end', USERS, 'admin-people:end', 'signOutUser', {
    done: OPEN,
    'it has ended already': OPEN,
    'the wrong one': OPEN,
  }),
  act('user.adjust', USERS, 'admin-people:act.adjust', 'adjustBalance', {
    done: OPEN,
    'no amount': OPEN,
    'an amount that is no number': OPEN,
  }),
  act('user.reset-two-factor', USERS, 'admin-people:act.reset', 'resetTwoFactor', {
    done: OPEN,
    'no reason': OPEN,
    'there is no second administrator': OPEN,
  }),
  act('user.note', USERS, 'admin-people:addNote', 'addUserNote', {
    done: OPEN,
    'no text': OPEN,
    'pressed twice': OPEN,
  }),
  act('users.export', USERS, 'admin:table.export', '', {
    done: OPEN,
    'filters that find nobody': OPEN,
    'the call is refused': OPEN,
  }),
  act('teams.export', '/admin/teams', 'admin:table.export', '', {
    done: OPEN,
    'a search that finds nobody': OPEN,
    'the call is refused': OPEN,
  }),
  act('identity.confirm', '/admin/identity-checks', 'admin-people:verify', 'verifyIdentity', {
    done: OPEN,
    'before the documents were opened': OPEN,
    'decided by somebody else meanwhile': OPEN,
  }),
  act('identity.refuse', '/admin/identity-checks', 'admin-people:refuse', 'refuseIdentity', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('identity.revoke', '/admin/identity-checks', 'admin-people:revoke', 'revokeIdentity', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('deposit.take', DEPOSITS, 'admin:orders.step.take', 'takeRechargeOrder', {
    done: 'administrator: a deposit is reviewed in the frame',
    'taken by somebody else meanwhile': OPEN,
    'cancelled by its user meanwhile': OPEN,
  }),
  act('deposit.credit', DEPOSITS, 'admin:orders.step.credit', 'approveRechargeOrder', {
    done: 'administrator: a deposit is reviewed in the frame',
    'more than was asked for': 'administrator: a deposit is reviewed in the frame',
    'an amount that is no number': OPEN,
  }),
  act('deposit.reject', DEPOSITS, 'admin:orders.step.reject', 'rejectRechargeOrder', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('deposit.receipt.enlarge', DEPOSITS, 'admin:orders.receiptEnlarge', '', {
    done: 'administrator: a deposit is reviewed in the frame',
    'there is none': OPEN,
    'it is of another order': OPEN,
  }),
  act('deposits.export', DEPOSITS, 'admin:table.export', '', {
    done: OPEN,
    'filters that find nothing': OPEN,
    'the call is refused': OPEN,
  }),
  act('withdrawal.take', WITHDRAWALS, 'admin:orders.step.take', 'takeWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'nobody else could pay it': 'administrator: a large withdrawal and a change',
    'taken by somebody else meanwhile': OPEN,
  }),
  act('withdrawal.approve', WITHDRAWALS, 'admin:orders.step.approve', 'approveWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'nobody else could pay it': 'administrator: a large withdrawal and a change',
    'approved by somebody else meanwhile': OPEN,
  }),
  act('withdrawal.reject', WITHDRAWALS, 'admin:orders.step.reject', 'rejectWithdrawOrder', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('withdrawal.pay', WITHDRAWALS, 'admin:orders.step.pay', 'payWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'a reference that is none': 'administrator: a withdrawal is approved and paid',
    'above what one may pay alone': 'administrator: a large withdrawal and a change',
  }),
  act('withdrawal.fail', WITHDRAWALS, 'admin:orders.step.fail', 'failWithdrawOrder', {
    done: OPEN,
    'pressed instead of the button beside it': 'administrator: a withdrawal is approved and paid',
    'no reason': OPEN,
  }),
  act('withdrawal.return', WITHDRAWALS, 'admin:orders.step.return', 'returnWithdrawOrder', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('withdrawal.correct', WITHDRAWALS, 'admin:orders.step.correct', 'correctWithdrawOrder', {
    done: OPEN,
    'no reference': OPEN,
    'the user has no longer so much': OPEN,
  }),
  act(
    'withdrawals.approve',
    WITHDRAWALS,
    'admin:orders.bulk.approve',
    'takeWithdrawOrder approveWithdrawOrder',
    {
      done: OPEN,
      'one that did not pass its checks': OPEN,
      'pressed by mistake': OPEN,
    },
  ),
  act(
    'withdrawals.reject',
    WITHDRAWALS,
    'admin:orders.bulk.reject',
    'takeWithdrawOrder rejectWithdrawOrder',
    {
      done: OPEN,
      'no remark': OPEN,
      'pressed by mistake': OPEN,
    },
  ),
  act('withdrawals.export', WITHDRAWALS, 'admin:table.export', '', {
    done: OPEN,
    'filters that find nothing': OPEN,
    'the call is refused': OPEN,
  }),
  act('contracts.export', '/admin/order-list', 'admin:table.export', '', {
    done: OPEN,
    'filters that find nothing': OPEN,
    'the call is refused': OPEN,
  }),
  act('proposal.confirm', '/admin/approvals', 'admin-approvals:confirm', 'confirmProposal', {
    done: OPEN,
    'their own': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('proposal.refuse', '/admin/approvals', 'admin-approvals:refuse', 'refuseProposal', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('proposal.withdraw', '/admin/approvals', 'admin-approvals:withdraw', 'withdrawProposal', {
    done: OPEN,
    'decided by somebody else meanwhile': OPEN,
    'pressed twice': OPEN,
  }),
  act('void.propose', VOIDS, 'admin-contracts:voids.propose', 'proposeVoid', {
    done: OPEN,
    'no product and no interval': OPEN,
    'there is no second administrator': OPEN,
  }),
  act('void.confirm', VOIDS, 'admin-contracts:voids.confirm', 'confirmVoid', {
    done: OPEN,
    'their own': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('void.refuse', VOIDS, 'admin-contracts:voids.refuse', 'refuseVoid', {
    done: OPEN,
    'no reason': OPEN,
    'pressed by mistake': OPEN,
  }),
  act('void.withdraw', VOIDS, 'admin-contracts:voids.withdraw', 'withdrawVoid', {
    done: OPEN,
    'decided by somebody else meanwhile': OPEN,
    'pressed twice': OPEN,
  }),
]
