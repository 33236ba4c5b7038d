/** A wallet's place in the sponsor tree. `jump` is an ancestor far above, `self` where there is none. */
export type Place = { readonly id: string; readonly depth: number; readonly jumpId: string }

/**
 * Where a new wallet's jump goes: skew-binary, so that any of n ancestors is reached in O(log n) steps and a new wallet writes one row.
 * @param sponsor the inviter; @param jump the inviter's jump; @param jumpOfJump that one's jump.
 */
export const jumpFor = (sponsor: Place, jump: Place, jumpOfJump: Place): string =>
  sponsor.depth - jump.depth === jump.depth - jumpOfJump.depth ? jump.jumpId : sponsor.id
