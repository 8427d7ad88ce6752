import type { SavedAddress } from '@truestrike/protocol/funds-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { AddressName } from './AddressName.tsx'
import { FundsField } from './FundsField.tsx'

export const NEW_ADDRESS = 'new'
const NETWORKS = ['tron', 'eth'] as const

type Name = 'address' | 'label'

interface AddressPickerProps {
  saved: readonly SavedAddress[]
  /** Of a saved one, or `NEW_ADDRESS`. */
  chosenId: string
  onChoose(id: string): void
  network: 'eth' | 'tron'
  setNetwork(network: 'eth' | 'tron'): void
  keeps: boolean
  setKeeps(keeps: boolean): void
  form: {
    values: Record<Name, string>
    faults: Partial<Record<Name, string | undefined>>
    set(name: Name, value: string): void
  }
}

/** One of the saved addresses, or a new one. */
export function AddressPicker(props: AddressPickerProps) {
  const { saved, chosenId, onChoose, network, setNetwork, keeps, setKeeps, form } = props
  const { t } = useTranslation('funds')
  return (
    <>
      {saved.length === 0 ? null : (
        <fieldset className="fu-saved">
          <legend className="sr-only">{t('saved')}</legend>
          <span className="field-label">
            <span aria-hidden="true">{t('saved')}</span>
            <button
              type="button"
              className="link hit"
              aria-pressed={chosenId === NEW_ADDRESS}
              onClick={() => onChoose(NEW_ADDRESS)}
            >
              {t('addresses.add')}
            </button>
          </span>
          {saved.map((address) => (
            <label key={address.id}>
              <input
                type="radio"
                name="saved-address"
                checked={address.id === chosenId}
                onChange={() => onChoose(address.id)}
              />
              <AddressName address={address} />
            </label>
          ))}
        </fieldset>
      )}
      {chosenId !== NEW_ADDRESS ? null : (
        <>
          <Field label={t('network')}>
            {(control) => (
              <Select
                {...control}
                value={network}
                onChange={({ target }) => setNetwork(target.value === 'eth' ? 'eth' : 'tron')}
              >
                {NETWORKS.map((each) => (
                  <option key={each} value={each}>
                    {t(`method.${each}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <FundsField
            name="address"
            label={t('address')}
            form={form}
            input={{ dir: 'ltr', spellCheck: false, autoCapitalize: 'off' }}
          />
          <Checkbox checked={keeps} onChange={({ target }) => setKeeps(target.checked)}>
            {t('saveAddress')}
          </Checkbox>
          {keeps ? (
            <FundsField name="label" label={t('label')} form={form} input={{ maxLength: 40 }} />
          ) : null}
        </>
      )}
    </>
  )
}
