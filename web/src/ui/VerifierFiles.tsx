import './texts.css'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from './ErrorState.tsx'
import { Icon } from './Icon.tsx'

interface VerifierFile {
  name: string
  bytes: number
  sha256: string
}

const FOLDER = '/verifiers'

async function loadList(signal: AbortSignal): Promise<VerifierFile[]> {
  const answer = await fetch(`${FOLDER}/verifiers.json`, { signal })
  if (!answer.ok) throw new Error(`the list of verifiers: ${answer.status}`)
  return ((await answer.json()) as { files: VerifierFile[] }).files
}

/** The stand-alone verifiers as this site serves them, each with its hash. */
export function VerifierFiles() {
  const { t } = useTranslation(['proof', 'errors'])
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['verifiers'],
    queryFn: ({ signal }) => loadList(signal),
  })
  if (isError && data === undefined) {
    return <ErrorState title={t('errors:LOAD_DATA')} pending={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      <ul className="verifiers" aria-busy={data === undefined}>
        {(data ?? []).map(({ name, sha256 }) => (
          <li key={name}>
            <a className="btn btn-s hit" href={`${FOLDER}/${name}`} download={name}>
              <Icon of={Download} size={16} />
              <bdi translate="no">{name}</bdi>
            </a>
            <code translate="no">SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
      <p className="cap">{t('verifierFiles')}</p>
    </>
  )
}
