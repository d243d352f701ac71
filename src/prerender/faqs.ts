import { getCollection } from 'astro:content';

const entries = await getCollection('faqs');

/** The questions of the home page in their order. */
export const faqs = entries.toSorted((a, b) => a.data.serial - b.data.serial);
