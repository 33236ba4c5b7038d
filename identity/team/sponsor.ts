export type Place = { readonly id: string; readonly depth: number; readonly jumpId: string }

/** Skew-binary jump pointer: O(log n) steps to any of n ancestors. @param sponsor the inviter; @param jump the inviter's jump */
export const jumpFor = (sponsor: Place, jump: Place, jumpOfJump: Place): string =>
  sponsor.depth - jump.depth === jump.depth - jumpOfJump.depth ? jump.jumpId : sponsor.id
