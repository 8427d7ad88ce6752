import type { VoidPreview } from '@truestrike/protocol/void-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { unknownRange } from '../../features/months/house-effect.ts'
import { formatMoneyExact } from '../../lib/money-format.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { Num } from '../../ui/Num.tsx'

/** What a void would give back if it were entered now, and what that means for the house. */
export function VoidEffect({ preview }: { preview: VoidPreview }) {
  const { t } = useTranslation(['admin-contracts', 'admin'])
  return (
    <section>
      <h3>{t('voids.preview')}</h3>
      <div className="adm-figure">
        <span className="col">
          <span className="cap">{t('voids.contracts')}</span>
          <b>
            <Num>{preview.contracts}</Num>
          </b>
        </span>
        <span className="col cap">
          <span>{t('voids.effect')}</span>
          <span>
            <Num unit="USDT">{formatMoneySignedExact(preview.houseEffect)}</Num>
          </span>
        </span>
      </div>
      {preview.books.map(({ book, open, lost, effect }) => {
        const { low, high } = unknownRange(effect)
        return (
          <p key={book} className="adm-of-book">
            <b>{t(`admin:dashboard.books.${book}`)}</b>
            <br />
            {t('voids.lostOf', {
              count: lost.contracts,
              stake: `\u2066${formatMoneyExact(lost.stake)}\u2069`,
            })}
            <br />
            {t('voids.openOf', {
              count: open.contracts,
              stake: `\u2066${formatMoneyExact(open.stake)}\u2069`,
            })}
            {open.contracts === 0 ? null : (
              <span className="text-soft">
                {': '}
                {t('voids.range', {
                  low: `\u2066${formatMoneySignedExact(low)}\u2069`,
                  high: `\u2066${formatMoneySignedExact(high)}\u2069`,
                })}
              </span>
            )}
          </p>
        )
      })}
      <p className="cap">{t('voids.previewNote')}</p>
    </section>
  )
}
