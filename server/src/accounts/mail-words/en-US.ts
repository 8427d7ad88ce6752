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
  codeRule: 'It works once, for {minutes} minutes, and only in the browser where you asked for it.',
  codeNotAsked:
    'If you did not ask for it, you can ignore this mail. Never pass the code on: nobody from {site} will ask you for it.',
  passwordChanged: {
    subject: 'Your password at {site} was changed',
    text: 'The password of your account was changed on {time} (UTC). All devices have been signed out.',
    textOthers:
      'The password of your account was changed on {time} (UTC). All other devices have been signed out.',
    lock: 'To protect your funds, withdrawals are locked for 24 hours.',
    notYou:
      'If this was not you, set a new password at once with “Forgot password?” and contact customer service.',
  },
  money: {
    subjects: {
      'deposit-completed': 'Your deposit has been credited',
      'deposit-rejected': 'Your deposit was declined',
      'withdrawal-completed': 'Your withdrawal has been paid out',
      'withdrawal-rejected': 'Your withdrawal was declined',
      'withdrawal-failed': 'Your withdrawal failed',
      'withdrawal-returned': 'Your withdrawal came back',
    },
    amountIs: 'Amount: {amount}',
    remarkIs: 'Remark: {remark}',
    where: 'You find the details in your account at {site}, under Bills.',
    settings: 'You get this mail because mails are switched on in your settings at {site}.',
  },
  sender: 'Sent by {site}, {origin}',
  testMode: 'Test mode, no real money',
}
