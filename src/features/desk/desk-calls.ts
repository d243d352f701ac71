import * as v from 'valibot';
import { inTime } from '../../domain/in-time.ts';
import { deskRefused, type DeskRefused } from '../../domain/refusals/desk-refused.ts';
import { withThousands } from '../../domain/words/money.ts';
import type { Json } from '../../lib/database.types.ts';
import { earlyRpc } from '../../lib/early-answers.ts';
import { rpc } from '../../lib/member-data.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Row } from './desk-screen.ts';

/** A refusal by the desk: the sentence for the operator, and the argument that caused the refusal, if any. */
export class DeskRefusal extends Error {
  readonly field: string | undefined;

  constructor(says: string, field: string | undefined) {
    super(says);
    this.field = field;
  }
}

/** Turns a refusal into a sentence. The sentences are loaded with the first refusal, because most visits have none. */
async function refusalOf(refused: DeskRefused): Promise<DeskRefusal> {
  const { sayToOperator } = await inTime(import('../../domain/refusals/operators.ts'));
  return new DeskRefusal(withThousands(sayToOperator(refused)), refused.field);
}

/** The sentence that tells an operator why a call failed. */
export const sayDeskFailure = (error: unknown) =>
  error instanceof DeskRefusal ? error.message : sayFailure(error);

const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([
    v.string(),
    v.number(),
    v.boolean(),
    v.null(),
    v.array(json),
    v.record(v.string(), json),
  ]),
);
const row = v.record(v.string(), json);
const pageSchema = v.object({ rows: v.array(row), next: v.nullable(row) });

/** A list's rows, and the key after which the next page starts. */
export type Page = v.InferOutput<typeof pageSchema>;

type Wanted = {
  list: string;
  args?: Readonly<Record<string, Json>>;
  where?: Readonly<Record<string, Json>>;
  after?: Row;
  /** The page size of a long list, if it is not the usual fifty. */
  most?: number;
};

/** Reads several lists in one call. Throws DeskRefusal, or the connection's error. */
export async function readLists(wanted: readonly Wanted[]): Promise<Page[]> {
  const lists = wanted.map(({ list, args = {}, where, after, most }) => ({
    name: list,
    args,
    ...(where && { where }),
    ...(after && { after }),
    ...(most && { most }),
  }));
  const answer = await earlyRpc(
    'desk_read',
    { p_lists: lists },
    v.union([v.array(pageSchema), deskRefused]),
  );
  if ('refused' in answer) throw await refusalOf(answer);
  return answer;
}

/**
 * Reads further rows after this page, until there are at least `least` rows or no more are left. Without `least`, reads
 * one more page.
 */
export async function readOn(
  wanted: Wanted,
  page: Page,
  least = page.rows.length + 1,
): Promise<Page> {
  let { rows, next } = page;
  while (next && rows.length < least) {
    const [more] = await readLists([{ ...wanted, after: next }]);
    rows = [...rows, ...(more?.rows ?? [])];
    next = more?.next ?? null;
  }
  return { rows, next };
}

/**
 * Calls a button's function. With `tries`, the database undoes everything that the function did. Resolves to the
 * function's result. Throws DeskRefusal if the function refused.
 */
export async function press(
  action: string,
  args: Readonly<Record<string, Json>>,
  { tries = false } = {},
): Promise<string> {
  const answer = await rpc(
    'desk_do',
    { p_action: action, p_args: args, ...(tries && { p_tries: true }) },
    v.union([v.object({ done: v.string() }), deskRefused]),
  );
  if ('refused' in answer) throw await refusalOf(answer);
  return withThousands(answer.done);
}
