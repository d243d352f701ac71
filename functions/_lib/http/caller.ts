import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The first 64 bits of an IPv6 address: they identify a connection, and its user can choose the remaining bits freely.
 */
function lineOf(ip: string): string {
  const [head = [], tail = []] = ip.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16)).join(':');
}

/**
 * The caller as a keyed hash of the network address (§11.42): enough to count calls, and useless without our key. Null
 * if the host reports no address.
 */
export function callerOf(
  address: string,
  { supabase }: { supabase: { secretKey: string } },
): string | null {
  // IPv4 written as IPv6, such as ::ffff:192.0.2.1.
  const ip = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv4(ip) && !isIPv6(ip)) return null;
  const network = isIPv4(ip) ? ip : lineOf(ip);
  return createHmac('sha256', supabase.secretKey).update(`caller ${network}`).digest('hex');
}
