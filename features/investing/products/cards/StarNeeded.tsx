import { soloDays, soloInvestment } from '#identity/team/star-level.ts'
import { Link } from '#ui/shell/Link.tsx'
import { showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

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
