import { addUserNote, listUserNotes } from '@truestrike/protocol/people-acts-endpoints.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newRequestId } from '../../lib/new-request-id.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { useMay } from '../frame/use-may.ts'
import type { Acts } from '../orders/use-acts.ts'
import { LoadedRows } from '../table/Loaded.tsx'
import { useList } from '../table/use-list.ts'
import { USER_KEY, USER_TEXTS } from './use-users.ts'

/** What administrators wrote of him; nobody changes or removes a note. */
export function UserNotes({ uid, acts }: { uid: string; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const mayWrite = useMay(addUserNote)
  const list = useList([USER_KEY, uid, 'notes'], {}, async (query) => {
    const { notes, nextCursor } = await adminCall(listUserNotes, { params: { uid }, query })
    return { rows: notes, nextCursor }
  })
  return (
    <>
      {mayWrite ? <NoteForm uid={uid} acts={acts} /> : null}
      <LoadedRows of={list}>
        {(notes) =>
          notes.length === 0 ? (
            <p className="cap">{t('noNotes')}</p>
          ) : (
            <ul className="adm-rows">
              {notes.map(({ id, act, text, by, timeMs }) => (
                <li key={id}>
                  <span className="col flex-1">
                    <span className="adm-bio">
                      {act === 'note' ? null : <b>{t(`noteAct.${act}`)}: </b>}
                      <bdi>{text}</bdi>
                    </span>
                    <span className="cap">
                      <bdi>{by}</bdi> · <bdi>{formatDayAndClock(timeMs)}</bdi>
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedRows>
    </>
  )
}

function NoteForm({ uid, acts }: { uid: string; acts: Acts }) {
  const { t } = useTranslation(USER_TEXTS)
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '', 'user', 'tab')
  // Of this text: sent again it is written once.
  const requestId = useRef(newRequestId())
  const change = (typed: string): void => {
    setText(typed)
    requestId.current = newRequestId()
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    const body = { text: text.trim(), requestId: requestId.current }
    const isKept = await acts.act('note', () => adminCall(addUserNote, { params: { uid }, body }))
    // What was typed while the answer was under way stays.
    if (isKept) setText((now) => (now === text ? '' : now))
  }
  return (
    <form className="adm-acts" onSubmit={(event) => void send(event)}>
      <Field label={t('newNote')} hint={t('noteHint')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={2000}
            autoComplete="off"
            value={text}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="s" pending={acts.pending === 'note'} disabled={acts.isHeld('note')}>
        {t('addNote')}
      </Button>
    </form>
  )
}
