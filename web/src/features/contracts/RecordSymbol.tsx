import { usePairText } from '../../lib/products-query.ts'

export function RecordSymbol({ symbol }: { symbol: string }) {
  return <bdi dir="ltr">{usePairText(symbol)}</bdi>
}
