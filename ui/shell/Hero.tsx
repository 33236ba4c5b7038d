import type { ReactNode } from 'react'
import { Seal } from '../picture/Seal.tsx'

type HeroProps = { readonly sealOf: string; readonly children: ReactNode; readonly foot?: ReactNode }

/** At most one per screen. */
export const Hero = ({ sealOf, children, foot }: HeroProps) => (
  <div className="hero relative isolate overflow-hidden rounded-hero shadow-raised">
    <Seal id={sealOf} size={220} bare className="absolute -end-14 -top-14 -z-10 text-[#fff] opacity-13" />
    <div className="p-5">{children}</div>
    {foot}
  </div>
)
