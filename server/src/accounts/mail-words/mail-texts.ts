/** Texts of the mails about an account. `{site}`, `{name}`, `{minutes}`, `{time}` and `{origin}` are filled in. */
export interface MailWords {
  hello: string
  login: CodeWords
  reset: CodeWords
  /** How a code counts. */
  codeRule: string
  codeNotAsked: string
  passwordChanged: {
    subject: string
    text: string
    /** Changed in an open session, which stays. */
    textOthers: string
    lock: string
    notYou: string
  }
  /** Who sends it. */
  sender: string
  testMode: string
}

interface CodeWords {
  subject: string
  text: string
}
