/** The name that the draft of an order is kept under: one for each product. */
export const formOfPurchase = ({ productId }: { readonly productId: number }): string => `buy ${productId}`
