import { createHmac } from 'node:crypto';

/**
 * What each person may have only once: the free interview, recognised in three ways, or the use of a single-use code.
 */
type Once = `free interview ${'address' | 'phone' | 'domain'}` | `discount code ${string}`;

/**
 * Hashes a person's address, phone or domain. Without the secret, a hash does not reveal anything about the person.
 * Hashes for different things never match.
 */
export function personHash(once: Once, person: string, secret: string): string {
  return createHmac('sha256', secret).update(`${once} ${person}`).digest('hex');
}
