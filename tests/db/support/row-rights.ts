import type { Database } from '../../../src/lib/database.types.ts';

export type Table = keyof Database['public']['Tables'];

/** What a reader gets: rows, an answer without rows, or a refusal. */
export type Reach = 'rows' | 'nothing' | 'refused';

export type Verb = 'select' | 'insert' | 'update' | 'delete';

/** Who asks for a row. In tables without owners, `owner` and `stranger` are just two members. */
export const readers = ['anonymous', 'owner', 'stranger', 'service'] as const;
export type Reader = (typeof readers)[number];

type Rights = Record<Verb, Reach>;

const none: Rights = { select: 'refused', insert: 'refused', update: 'refused', delete: 'refused' };
const all: Rights = { select: 'rows', insert: 'rows', update: 'rows', delete: 'rows' };

const ofService = { anonymous: none, owner: none, stranger: none, service: all };
const ofOwner = {
  ...ofService,
  owner: { ...none, select: 'rows' },
  stranger: { ...none, select: 'nothing' },
} as const;

/** What every reader may do in every table. A table that is missing here fails a test. */
export const rowRights: Record<Table, Record<Reader, Rights>> = {
  home: {
    anonymous: { ...none, select: 'rows' },
    owner: { ...none, select: 'rows' },
    stranger: { ...none, select: 'rows' },
    service: all,
  },
  profiles: {
    anonymous: none,
    owner: { ...none, select: 'rows', update: 'rows' },
    stranger: { ...none, select: 'nothing', update: 'nothing' },
    service: all,
  },
  orders: ofOwner,
  payments: ofOwner,
  payment_events: ofService,
  community_links: {
    anonymous: none,
    owner: { ...none, select: 'rows' },
    stranger: { ...none, select: 'rows' },
    service: all,
  },
  page_views: ofService,
};
