export const formOfPurchase = ({ productId }: { readonly productId: number }): string => `buy ${productId}`
