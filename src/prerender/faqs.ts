import { getCollection } from 'astro:content';

const entries = await getCollection('faqs');

/** The questions of the home page, in the order of `serial`. */
export const faqs = entries.toSorted((a, b) => a.data.serial - b.data.serial);
