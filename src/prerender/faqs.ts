import { getCollection } from 'astro:content';

const entries = await getCollection('faqs');

/** The home page's questions, in the order of `serial`. */
export const faqs = entries.toSorted((a, b) => a.data.serial - b.data.serial);
