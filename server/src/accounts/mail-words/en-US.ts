import type { MailWords } from './mail-texts.ts'

export const enUS: MailWords = {
  hello: 'Hello {name},',
  login: {
    subject: 'Your sign-in code for {site}',
    text: 'Enter this code to sign in:',
  },
  reset: {
    subject: 'Your code for a new password at {site}',
    text: 'Enter this code to choose a new password:',
  },
  email: {
    subject: 'Your code for a new e-mail address at {site}',
    text: 'Enter this code to use this e-mail address with your account:',
  },
  prove: {
    subject: 'Your confirmation code for {site}',
    text: 'Enter this code to confirm your e-mail address or a change to your account:',
  },
  codeRule: 'It works once, for {minutes} minutes, and only in the browser where you asked for it.',
  codeNotAsked:
    'If you did not ask for it, you can ignore this mail. Never pass the code on: nobody from {site} will ask you for it.',
  passwordChanged: {
    subject: 'Your password at {site} was changed',
    text: 'The password of your account was changed on {time} (UTC). All devices have been signed out.',
    textOthers:
      'The password of your account was changed on {time} (UTC). All other devices have been signed out.',
    notYou:
      'If this was not you, set a new password at once with “Forgot password?” and contact the operator of {site}.',
  },
  money: {
    subjects: {
      'deposit-completed': 'Your deposit has been credited',
      'deposit-rejected': 'Your deposit was declined',
      'withdrawal-pending': 'Your withdrawal has been requested',
      'withdrawal-completed': 'Your withdrawal has been paid out',
      'withdrawal-rejected': 'Your withdrawal was declined',
      'withdrawal-failed': 'Your withdrawal failed',
      'withdrawal-returned': 'Your withdrawal came back',
      'withdrawal-corrected': 'Your withdrawal had been paid out',
      'transfer-sent': 'Your transfer has been sent',
    },
    amountIs: 'Amount: {amount}',
    recipientIs: 'Recipient: UID {uid}',
    remarkIs: 'Remark: {remark}',
    where: 'You find the details in your account at {site}, under Bills.',
    settings: 'You get this mail because mails are switched on in your settings at {site}.',
  },
  news: {
    'address-claimed': {
      subject: 'You confirmed your e-mail address at {site}',
      text: 'On {time} (UTC) this e-mail address was confirmed for the first time, on a device the account did not know, and a new password was set. So that only you get in, whatever could sign in before no longer can: the former password, linked wallets and all other devices. Saved withdrawal addresses were removed, too.',
    },
    'two-factor-on': {
      subject: 'Two-factor sign-in at {site} was turned on',
      text: 'Two-factor sign-in of your account was turned on on {time} (UTC). From now on, signing in also takes a code from the app.',
    },
    'two-factor-off': {
      subject: 'Two-factor sign-in at {site} was turned off',
      text: 'Two-factor sign-in of your account was turned off on {time} (UTC).',
    },
    'two-factor-blocked': {
      subject: 'Your authenticator codes at {site} no longer count',
      text: 'A hundred wrong codes in a row were entered for your account, the last one on {time} (UTC). The codes of your authenticator app no longer count until you enter a recovery code.',
    },
    'recovery-codes': {
      subject: 'New recovery codes were made at {site}',
      text: 'On {time} (UTC) new recovery codes were made for your account. The ones before no longer work.',
    },
    'wallet-linked': {
      subject: 'A wallet was linked to your account at {site}',
      text: 'On {time} (UTC) the wallet {address} was linked to your account. It can sign in from now on.',
    },
    'wallet-unlinked': {
      subject: 'A wallet was unlinked from your account at {site}',
      text: 'On {time} (UTC) the wallet {address} was unlinked from your account. It can no longer sign in.',
    },
    'self-excluded': {
      subject: 'Trading on your account at {site} was stopped',
      text: 'On {time} (UTC) trading on your account was stopped until {until} (UTC). No new contracts are accepted until then, and the period cannot be shortened. Open contracts run on.',
    },
    'address-saved': {
      subject: 'A withdrawal address was saved in your account at {site}',
      text: 'On {time} (UTC) a withdrawal address was saved in your account: {address}',
    },
    'address-removed': {
      subject: 'A withdrawal address was removed from your account at {site}',
      text: 'On {time} (UTC) a saved withdrawal address was removed from your account: {address}',
    },
    'address-default': {
      subject: 'The default withdrawal address of your account at {site} was changed',
      text: 'On {time} (UTC) this withdrawal address became the default of your account: {address}',
    },
  },
  emailChanged: {
    subject: 'The e-mail address of your account at {site} was changed',
    text: 'On {time} (UTC) the e-mail address of your account was changed. Mails about your account no longer come to this address, and all other devices have been signed out.',
    notYou:
      'If this was not you, contact the operator of {site} at once. If you can still log in, set a new password first.',
  },
  addressTaken: {
    subject: 'Someone tried to use your e-mail address at {site}',
    text: 'A user of {site} asked to use this e-mail address for another account. It belongs to your account, so nothing was changed, and nobody was told that you have an account.',
    advice: 'If it was you, choose a different address there. If it was not you, you need not do anything.',
  },
  lock: 'To protect your funds, withdrawals and transfers are locked for 24 hours.',
  digest: {
    subject: '{site}: your unread notifications ({count})',
    intro: 'This came since your last summary, and you have not read it yet:',
    demo: 'Practice funds, contracts settled: {count}, result {amount}',
    real: 'Real funds, contracts settled: {count}, result {amount}',
    cancelled: 'Contracts cancelled, stakes returned: {count}',
    reached: 'Prices reached: {list}',
    funds: 'Deposits, withdrawals and transfers: {count}',
    other: 'Other: {count}',
    where: 'You find all of it at {origin}, under the bell.',
    settings:
      'You get this mail once a day because the daily summary is switched on in your settings at {site}.',
    unsubscribe: 'Unsubscribe',
    page: {
      title: 'Daily summary',
      question: 'Do you want no more daily summaries by mail?',
      button: 'Unsubscribe',
      done: 'Done. You get no more daily summaries. You can switch them on again in your settings.',
      unknown: 'This link is not valid. You choose in your settings which mails you get.',
    },
  },
  announcement: {
    newsletter: {
      settings: 'You get this mail because the newsletter is switched on in your settings at {site}.',
      title: 'Newsletter',
      question: 'Do you want no more newsletters by mail?',
      done: 'Done. You get no more newsletters. You can switch them on again in your settings.',
    },
    marketing: {
      settings: 'You get this mail because offers are switched on in your settings at {site}.',
      title: 'Offers',
      question: 'Do you want no more offers by mail?',
      done: 'Done. You get no more offers. You can switch them on again in your settings.',
    },
  },
  sender: 'Sent by {site}, {origin}',
  testMode: 'Test mode, no real money',
}
