/** One draft per product. */
export const formOfPurchase = ({ productId }: { readonly productId: number }): string => `buy ${productId}`
