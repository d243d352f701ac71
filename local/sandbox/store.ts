import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { orderEntity, paymentEntity, refundEntity } from './entities.ts';
import { refusal } from './errors.ts';

/** Changes within this time (ms) are saved together in one write of the state file. */
const writeDelay = 50;

const state = v.object({
  orders: v.array(orderEntity),
  payments: v.array(paymentEntity),
  refunds: v.array(refundEntity),
});

/**
 * The orders, payments and refunds, oldest first, in memory and in the data folder's `sandbox.json`. Call `changed`
 * after changing any of them.
 */
export type Store = v.InferOutput<typeof state> & {
  changed(): void;
  /** Writes pending changes. */
  close(): void;
};

/** Finds a record by id, or throws the provider's 400 for an unknown id. */
export function found<Item extends { id: string }>(records: readonly Item[], id: string): Item {
  const item = records.find((record) => record.id === id);
  if (item === undefined) throw refusal('The id provided does not exist');
  return item;
}

/** Opens the data folder, creating it if necessary. Throws a one-line error if the state file is broken. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.json');
  const kept = existsSync(path)
    ? v.safeParse(v.pipe(v.string(), v.parseJson(), state), readFileSync(path, 'utf8'))
    : { success: true as const, output: { orders: [], payments: [], refunds: [] } };
  if (!kept.success) {
    throw new Error(`The payment sandbox cannot read ${path}; delete it to start over.`);
  }
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      writeFileSync(`${path}.next`, JSON.stringify(kept.output));
      renameSync(`${path}.next`, path);
    } catch (error) {
      timer = setTimeout(write, writeDelay);
      console.error(`Payment sandbox: could not write ${path}: ${String(error)}`);
    }
  }

  return {
    ...kept.output,
    changed() {
      timer ??= setTimeout(write, writeDelay);
    },
    close() {
      if (timer !== undefined) write();
    },
  };
}
