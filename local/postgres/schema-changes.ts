import { encodeId, plan, supabasePolicy, type Delta, type StableId } from '@supabase/pg-delta';
import { extract } from '@supabase/pg-delta/extract';

/** What we need from a database to compare its schema. Uses one connection, so that transactions work. */
export type Comparable = {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
};

/** The changes from one database's schema to another's. */
type SchemaChanges = {
  /**
   * Ordered so that the statements work while `check_function_bodies` is off. Rights are left out, because they come
   * from grants.sql.
   */
  statements: string[];
  /** Foreign keys, to be added after the rows of data.sql. */
  foreignKeys: string[];
  /** The statements that drop a table, a column or anything else that contains data. */
  losses: string[];
  /** The names of all objects that have changed, rights included. */
  names: Record<'added' | 'changed' | 'dropped', string[]>;
};

/** Supabase's own view of a project, extended by the policies that we add to its tables (§10.10). */
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

/** All our objects in a database, as pg-delta sees them. From a pool, pg-delta needs only connections. */
async function factsOf(database: Comparable) {
  const connection = {
    query: (sql: string, parameters?: unknown[]) => database.query(sql, parameters),
    release: () => undefined,
  };
  const { factBase } = await extract({ connect: () => Promise.resolve(connection) });
  return factBase;
}

const newObjects: Record<string, string> = { f: 'functions', r: 'tables', S: 'sequences' };

/** Written as in SQL statements: the kind first, then the name with its schema. */
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

/**
 * The names of added or dropped objects. Leaves out the parts of such objects, and rights that are empty or belong to
 * the owner.
 */
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

/**
 * Compares the database with our schemas and with what we add to the platform's schemas. Throws if the changes do not
 * fit into one transaction.
 */
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

/** If there are more names of one kind than this, we print only the count. */
const NAMED = 12;

/** One line each for the objects added, changed and dropped, if there are any. */
export function summary(names: SchemaChanges['names']): string[] {
  return Object.entries(names).flatMap(([verb, list]) => {
    const kinds = Object.groupBy(list, (name) => name.slice(0, name.indexOf(' ')));
    const parts = Object.entries(kinds).map(([kind, ofKind = []]) =>
      ofKind.length > NAMED ? `${ofKind.length} of kind ${kind}` : ofKind.join(', '),
    );
    return parts.length > 0 ? [`${verb}: ${parts.join(', ')}`] : [];
  });
}
