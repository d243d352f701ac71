/** Unix seconds, as the provider stamps its entities. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
