import { encodeId, plan, supabasePolicy, type Delta, type StableId } from '@supabase/pg-delta';
import { extract } from '@supabase/pg-delta/extract';

/** What a database must be able to do to be compared: on one connection, so that a transaction stays in one place. */
export type Comparable = {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
};

/** What makes the schema of one database that of another. */
type SchemaChanges = {
  /** In an order that works while `check_function_bodies` is off. Rights are left to grants.sql. */
  statements: string[];
  /** Foreign keys, for when the rows of data.sql are there. */
  foreignKeys: string[];
  /** Those of them that drop a table, a column or something else with data in it. */
  losses: string[];
  /** What comes about, rights included. */
  names: Record<'added' | 'changed' | 'dropped', string[]>;
};

/** Supabase's own view of a project, with the policies that we add to its tables (§10.10). */
const policy = {
  id: 'admitcircle',
  extends: [supabasePolicy],
  filter: [
    {
      match: { all: [{ kind: 'policy' }, { schema: ['auth', 'storage'] }] },
      action: 'include' as const,
    },
  ],
};

/** All that is ours in a database, as pg-delta knows it. It asks only for a pool's connections. */
async function factsOf(database: Comparable) {
  const connection = {
    query: (sql: string, parameters?: unknown[]) => database.query(sql, parameters),
    release: () => undefined,
  };
  const { factBase } = await extract({ connect: () => Promise.resolve(connection) });
  return factBase;
}

const newObjects: Record<string, string> = { f: 'functions', r: 'tables', S: 'sequences' };

/** As in the statements: the kind first, then the name with its schema. */
function nameOf(id: StableId): string {
  switch (id.kind) {
    case 'acl':
      return `right of ${id.grantee} on ${nameOf(id.target)}${id.column ? `.${id.column}` : ''}`;
    case 'defaultPrivilege':
      return `right of ${id.grantee} on new ${newObjects[id.objtype] ?? id.objtype} of ${id.schema ?? 'any schema'}`;
    default:
      return encodeId(id).replace(':', ' ');
  }
}

const RIGHT = /^(?:GRANT|REVOKE|ALTER DEFAULT PRIVILEGES) /;
const FOREIGN_KEY = /^ALTER TABLE .* ADD CONSTRAINT .* FOREIGN KEY /;

/** The names of what was added or dropped: no parts of a whole that was, and no rights that are the owner's or empty. */
function namesOf(deltas: readonly Delta[], verb: 'add' | 'remove'): string[] {
  const facts = deltas.flatMap((delta) => (delta.verb === verb ? [delta.fact] : []));
  const wholes = new Set(facts.map(({ id }) => encodeId(id)));
  return facts
    .filter(({ id, parent, payload }) =>
      id.kind === 'acl'
        ? id.grantee !== 'postgres' && JSON.stringify(payload['privileges']) !== '[]'
        : parent === undefined || !wholes.has(encodeId(parent)),
    )
    .map(({ id }) => nameOf(id));
}

/** Compares our schemas and what we added to those of the platform. Throws if one transaction is not enough. */
export async function schemaChanges(from: Comparable, to: Comparable): Promise<SchemaChanges> {
  const { actions, deltas } = plan(await factsOf(from), await factsOf(to), { policy });
  const apart = actions.find(({ transactionality }) => transactionality !== 'transactional');
  if (apart) throw new Error(`This needs a transaction of its own: ${apart.sql}`);
  const changed = deltas.flatMap((delta) => (delta.verb === 'set' ? [nameOf(delta.id)] : []));
  const statements = actions.map(({ sql }) => sql).filter((sql) => !RIGHT.test(sql));
  return {
    statements: statements.filter((sql) => !FOREIGN_KEY.test(sql)),
    foreignKeys: statements.filter((sql) => FOREIGN_KEY.test(sql)),
    losses: actions.filter(({ dataLoss }) => dataLoss === 'destructive').map(({ sql }) => sql),
    names: {
      added: namesOf(deltas, 'add'),
      changed: [...new Set(changed)],
      dropped: namesOf(deltas, 'remove'),
    },
  };
}

/** More names of one kind than this are only counted. */
const NAMED = 12;

/** One line for each of what is added, changed and dropped, if anything is. */
export function summary(names: SchemaChanges['names']): string[] {
  return Object.entries(names).flatMap(([verb, list]) => {
    const kinds = Object.groupBy(list, (name) => name.slice(0, name.indexOf(' ')));
    const parts = Object.entries(kinds).map(([kind, ofKind = []]) =>
      ofKind.length > NAMED ? `${ofKind.length} of kind ${kind}` : ofKind.join(', '),
    );
    return parts.length > 0 ? [`${verb}: ${parts.join(', ')}`] : [];
  });
}
