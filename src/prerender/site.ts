import type { Seller } from '../domain/payments/receipt.ts';
import { parseServices, parseSite } from './environment.ts';

/** The site's settings in this build. Only for code that Astro builds; other code calls `parseSite`. */
export const site = parseSite(process.env);

/** The services of this build, for the same code. */
export const services = parseServices(process.env);

const { name, legalName, address, taxNumber, supportEmail, phone } = site;

/** The seller on receipts. */
export const seller: Seller = { name, legalName, address, taxNumber, email: supportEmail, phone };
