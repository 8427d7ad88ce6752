import { actsOf } from './act.ts'

const act = actsOf('administrator')
const USERS = '/admin/users'
const DEPOSITS = '/admin/recharge-orders'
const WITHDRAWALS = '/admin/withdraw-orders'
const VOIDS = '/admin/voids'

/** What administrators do with users, their money and their contracts. */
export const ACTS_ON_USERS = [
  act('user.freeze', USERS, 'admin-people:act.freeze', 'freezeUser', {
    done: 'admin-users: a user is signed out, frozen',
    'no reason': 'admin-users: a user is signed out, frozen',
    'pressed by mistake': 'admin-users: a user is signed out, frozen',
  }),
  act('user.unfreeze', USERS, 'admin-people:act.unfreeze', 'unfreezeUser', {
    done: 'admin-users: a user is signed out, frozen',
    'no reason': 'admin-users: a user is signed out, frozen',
    'pressed by mistake': 'admin-users: a user is signed out, frozen',
  }),
  act('user.sign-out', USERS, 'admin-people:act.signOut', 'signOutUser', {
    done: 'admin-users: a user is signed out, frozen',
    'no reason': 'admin-users: a user is signed out, frozen',
    'nowhere signed in': 'admin-users: a user is signed out, frozen',
  }),
  act('user.session.end', USERS, 'admin-people:end', 'signOutUser', {
    done: 'admin-users: a user is signed out, frozen',
    'it has ended already': 'admin-factors: of the sessions of a user',
    'the wrong one': 'admin-factors: of the sessions of a user',
  }),
  act('user.adjust', USERS, 'admin-people:act.adjust', 'adjustBalance', {
    done: 'admin-users: a user is signed out, frozen',
    'no amount': 'admin-users: a user is signed out, frozen',
    'an amount that is no number': 'admin-users: a user is signed out, frozen',
  }),
  act('user.reset-two-factor', USERS, 'admin-people:act.reset', 'resetTwoFactor', {
    done: 'admin-factors: the second factor of a user',
    'no reason': 'admin-factors: the second factor of a user',
    'there is no second administrator': 'admin-factors: the second factor of a user',
  }),
  act('user.note', USERS, 'admin-people:addNote', 'addUserNote', {
    done: 'admin-users: a user is signed out, frozen',
    'no text': 'admin-users: a user is signed out, frozen',
    'pressed twice': 'admin-users: a user is signed out, frozen',
  }),
  act('users.export', USERS, 'admin:table.export', '', {
    done: 'admin-users: a user is signed out, frozen',
    'filters that find nobody': 'admin-users: a user is signed out, frozen',
    'the call is refused': 'admin-orders: every other list is saved as a file',
  }),
  act('teams.export', '/admin/teams', 'admin:table.export', '', {
    done: 'admin-orders: every other list is saved as a file',
    'a search that finds nobody': 'admin-orders: every other list is saved as a file',
    'the call is refused': 'admin-orders: every other list is saved as a file',
  }),
  act('identity.confirm', '/admin/identity-checks', 'admin-people:verify', 'verifyIdentity', {
    done: 'admin-users: an identity is confirmed only once',
    'before the documents were opened': 'admin-users: an identity is confirmed only once',
    'decided by somebody else meanwhile': 'admin-meanwhile: an identity that another administrator',
  }),
  act('identity.paper.save', '/admin/identity-checks', 'admin-people:side.front', '', {
    done: 'admin-users: an identity is confirmed only once',
    'pressed twice': 'admin-users: an identity is confirmed only once',
    'decided before it was opened': 'admin-users: an identity is confirmed only once',
  }),
  act('identity.refuse', '/admin/identity-checks', 'admin-people:refuse', 'refuseIdentity', {
    done: 'admin-users: an identity is confirmed only once',
    'no reason': 'admin-users: an identity is confirmed only once',
    'pressed by mistake': 'admin-users: an identity is confirmed only once',
  }),
  act('identity.revoke', '/admin/identity-checks', 'admin-people:revoke', 'revokeIdentity', {
    done: 'admin-users: an identity is confirmed only once',
    'no reason': 'admin-users: an identity is confirmed only once',
    'pressed by mistake': 'admin-users: an identity is confirmed only once',
  }),
  act('deposit.take', DEPOSITS, 'admin:orders.step.take', 'takeRechargeOrder', {
    done: 'administrator: a deposit is reviewed in the frame',
    'taken by somebody else meanwhile': 'admin-meanwhile: a deposit that another administrator has taken',
    'cancelled by its user meanwhile': 'admin-meanwhile: a deposit that another administrator has taken',
  }),
  act('deposit.credit', DEPOSITS, 'admin:orders.step.credit', 'approveRechargeOrder', {
    done: 'administrator: a deposit is reviewed in the frame',
    'more than was asked for': 'administrator: a deposit is reviewed in the frame',
    'an amount that is no number': 'admin-orders: a deposit is not credited with what is no amount',
  }),
  act('deposit.credit.wallet', DEPOSITS, 'admin:orders.step.credit', 'approveRechargeOrder', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'no transaction': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'a transaction of another network': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('deposit.reject', DEPOSITS, 'admin:orders.step.reject', 'rejectRechargeOrder', {
    done: 'admin-orders: a deposit is not credited with what is no amount',
    'no reason': 'admin-orders: a deposit is not credited with what is no amount',
    'pressed by mistake': 'admin-orders: a deposit is not credited with what is no amount',
  }),
  act('deposit.receipt.enlarge', DEPOSITS, 'admin:orders.receiptEnlarge', '', {
    done: 'administrator: a deposit is reviewed in the frame',
    'there is none': 'admin-reviews: a receipt is enlarged',
    'it is of another order': 'admin-reviews: a receipt is enlarged',
  }),
  act('deposit.receipt.save', DEPOSITS, 'admin:orders.receipt', '', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'pressed twice': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'there is none': 'admin-reviews: a receipt is enlarged',
  }),
  act('deposits.export', DEPOSITS, 'admin:table.export', '', {
    done: 'admin-orders: deposits and withdrawals are saved',
    'filters that find nothing': 'admin-orders: deposits and withdrawals are saved',
    'the call is refused': 'admin-orders: deposits and withdrawals are saved',
  }),
  act('withdrawal.take', WITHDRAWALS, 'admin:orders.step.take', 'takeWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'nobody else could pay it': 'administrator: a large withdrawal and a change',
    'taken by somebody else meanwhile': 'admin-meanwhile: a withdrawal that another administrator has taken',
  }),
  act('withdrawal.approve', WITHDRAWALS, 'admin:orders.step.approve', 'approveWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'nobody else could pay it': 'administrator: a large withdrawal and a change',
    'approved by somebody else meanwhile':
      'admin-meanwhile: a withdrawal that another administrator has taken',
  }),
  act('withdrawal.reject', WITHDRAWALS, 'admin:orders.step.reject', 'rejectWithdrawOrder', {
    done: 'admin-orders: withdrawals are rejected, fail',
    'no reason': 'admin-orders: withdrawals are rejected, fail',
    'pressed by mistake': 'admin-orders: withdrawals are rejected, fail',
  }),
  act('withdrawal.pay', WITHDRAWALS, 'admin:orders.step.pay', 'payWithdrawOrder', {
    done: 'administrator: a withdrawal is approved and paid',
    'a reference that is none': 'administrator: a withdrawal is approved and paid',
    'above what one may pay alone': 'administrator: a large withdrawal and a change',
  }),
  act('withdrawal.pay.bank', WITHDRAWALS, 'admin:orders.step.pay', 'payWithdrawOrder', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'no reference': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'words that are no reference': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('withdrawal.fail', WITHDRAWALS, 'admin:orders.step.fail', 'failWithdrawOrder', {
    done: 'admin-orders: withdrawals are rejected, fail',
    'pressed instead of the button beside it': 'administrator: a withdrawal is approved and paid',
    'no reason': 'admin-orders: withdrawals are rejected, fail',
  }),
  act('withdrawal.return', WITHDRAWALS, 'admin:orders.step.return', 'returnWithdrawOrder', {
    done: 'admin-orders: withdrawals are rejected, fail',
    'no reason': 'admin-orders: withdrawals are rejected, fail',
    'pressed by mistake': 'admin-orders: withdrawals are rejected, fail',
  }),
  act('withdrawal.correct', WITHDRAWALS, 'admin:orders.step.correct', 'correctWithdrawOrder', {
    done: 'admin-orders: withdrawals are rejected, fail',
    'no reference': 'admin-orders: withdrawals are rejected, fail',
    'the user has no longer so much': 'admin-reviews: a payout that turns out to be made',
  }),
  act(
    'withdrawals.approve',
    WITHDRAWALS,
    'admin:orders.bulk.approve',
    'takeWithdrawOrder approveWithdrawOrder',
    {
      done: 'admin-reviews: withdrawals that passed every check',
      'one that did not pass its checks': 'admin-orders: withdrawals are rejected, fail',
      'pressed by mistake': 'admin-reviews: withdrawals that passed every check',
    },
  ),
  act(
    'withdrawals.reject',
    WITHDRAWALS,
    'admin:orders.bulk.reject',
    'takeWithdrawOrder rejectWithdrawOrder',
    {
      done: 'admin-orders: withdrawals are rejected, fail',
      'no remark': 'admin-orders: withdrawals are rejected, fail',
      'pressed by mistake': 'admin-orders: withdrawals are rejected, fail',
    },
  ),
  act('withdrawals.export', WITHDRAWALS, 'admin:table.export', '', {
    done: 'admin-orders: deposits and withdrawals are saved',
    'filters that find nothing': 'admin-orders: deposits and withdrawals are saved',
    'the call is refused': 'admin-orders: deposits and withdrawals are saved',
  }),
  act('contracts.export', '/admin/order-list', 'admin:table.export', '', {
    done: 'admin-orders: every other list is saved as a file',
    'filters that find nothing': 'admin-orders: every other list is saved as a file',
    'the call is refused': 'admin-orders: every other list is saved as a file',
  }),
  act('proposal.confirm', '/admin/approvals', 'admin-approvals:confirm', 'confirmProposal', {
    done: 'admin-users: corrections of real money are proposed',
    'their own': 'admin-users: corrections of real money are proposed',
    'pressed by mistake': 'admin-users: corrections of real money are proposed',
  }),
  act('proposal.refuse', '/admin/approvals', 'admin-approvals:refuse', 'refuseProposal', {
    done: 'admin-users: corrections of real money are proposed',
    'no reason': 'admin-users: corrections of real money are proposed',
    'pressed by mistake': 'admin-users: corrections of real money are proposed',
  }),
  act('proposal.withdraw', '/admin/approvals', 'admin-approvals:withdraw', 'withdrawProposal', {
    done: 'admin-users: corrections of real money are proposed',
    'decided by somebody else meanwhile': 'admin-meanwhile: a proposal that was decided',
    'pressed twice': 'admin-meanwhile: a proposal that was decided',
  }),
  act('void.propose', VOIDS, 'admin-contracts:voids.propose', 'proposeVoid', {
    done: 'admin-orders: a void needs two administrators',
    'no product and no interval': 'admin-orders: a void needs two administrators',
    'there is no second administrator': 'admin-orders: a void needs two administrators',
  }),
  act('void.confirm', VOIDS, 'admin-contracts:voids.confirm', 'confirmVoid', {
    done: 'admin-orders: a void needs two administrators',
    'their own': 'admin-orders: a void needs two administrators',
    'pressed by mistake': 'admin-orders: a void needs two administrators',
  }),
  act('void.refuse', VOIDS, 'admin-contracts:voids.refuse', 'refuseVoid', {
    done: 'admin-orders: a void needs two administrators',
    'no reason': 'admin-orders: a void needs two administrators',
    'pressed by mistake': 'admin-orders: a void needs two administrators',
  }),
  act('void.withdraw', VOIDS, 'admin-contracts:voids.withdraw', 'withdrawVoid', {
    done: 'admin-orders: a void needs two administrators',
    'decided by somebody else meanwhile': 'admin-meanwhile: a void that was decided',
    'pressed twice': 'admin-meanwhile: a void that was decided',
  }),
]
