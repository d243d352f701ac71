import * as v from 'valibot';
import type { CalendarPerson } from '../domain/bookings/calendar-file.ts';
import { mailSender } from '../domain/environment/mail-sender.ts';
import type { Seller } from '../domain/payments/receipt.ts';
import { parseServices, parseSite } from './environment.ts';

/** The site's settings in this build. Only for code that Astro builds; other code must call `parseSite`. */
export const site = parseSite(process.env);

/** The services of this build. Only for code that Astro builds; other code must call `parseServices`. */
export const services = parseServices(process.env);

const { name, legalName, address, taxNumber, supportEmail, phone } = site;

/** The seller's details, as printed on receipts. */
export const seller: Seller = { name, legalName, address, taxNumber, email: supportEmail, phone };

/**
 * The organiser of sessions, as in our emails (§19.20). Falls back to the support address if this build does not know
 * the emails' sender.
 */
export const organiser: CalendarPerson = {
  name,
  email: v.is(mailSender, process.env['MAIL_FROM']) ? process.env['MAIL_FROM'] : supportEmail,
};
