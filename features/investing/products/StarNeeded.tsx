import { soloDays, soloInvestment } from '#identity/star-level.ts'
import { showCount } from '#ui/format.ts'
import { Link } from '#ui/Link.tsx'
import { useText } from '#ui/texts.ts'

export function StarNeeded() {
  const t = useText()
  return (
    <span className="mt-1 block font-normal">
      {t('product.star_how', { days: String(soloDays), amount: `${showCount(soloInvestment)} USDT` })}{' '}
      <Link to="/pages/profit/community" className="-my-3 inline-block py-3 font-semi underline">
        {t('product.star_link')}
      </Link>
    </span>
  )
}
