/** The current time in Unix seconds, as in the provider's entities. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
