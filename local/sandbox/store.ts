import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  stateFile,
  type OrderEntity,
  type PaymentEntity,
  type RefundRecord,
  type StateFile,
  type WebhookRecord,
} from './entities.ts';
import { refusal } from './errors.ts';

/** Changes within this time (ms) share one write of the state file. */
const writeDelay = 50;

/**
 * The state of the sandbox, in memory and in `sandbox.json` in the data folder. Maps keep the order of
 * creation. Call `changed` after changing a record.
 */
export type Store = {
  orders: Map<string, OrderEntity>;
  payments: Map<string, PaymentEntity>;
  refunds: Map<string, RefundRecord>;
  webhooks: Map<string, WebhookRecord>;
  changed(): void;
  /** Writes pending changes. */
  close(): void;
};

/** Finds a record by id, or throws the provider's 400 for an unknown id. */
export function found<Item>(records: ReadonlyMap<string, Item>, id: string): Item {
  const item = records.get(id);
  if (item === undefined) throw refusal('The id provided does not exist');
  return item;
}

/** Opens the data folder, creating it if needed. Throws one line if the state file is broken. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.json');
  const state = readState(path);
  const orders = new Map(state.orders.map((order) => [order.id, order]));
  const payments = new Map(state.payments.map((payment) => [payment.id, payment]));
  const refunds = new Map(state.refunds.map((record) => [record.entity.id, record]));
  const webhooks = new Map(state.webhooks.map((record) => [record.event_id, record]));

  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify({
      version: 2,
      orders: [...orders.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      webhooks: [...webhooks.values()],
    } satisfies StateFile);
    try {
      writeFileSync(`${path}.next`, text);
      renameSync(`${path}.next`, path);
    } catch (error) {
      timer = setTimeout(write, writeDelay);
      console.error(`Payment sandbox: could not write ${path}: ${String(error)}`);
    }
  }

  return {
    orders,
    payments,
    refunds,
    webhooks,
    changed() {
      timer ??= setTimeout(write, writeDelay);
    },
    close() {
      if (timer !== undefined) write();
    },
  };
}

function readState(path: string): StateFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { version: 2, orders: [], payments: [], refunds: [], webhooks: [] };
    }
    throw error;
  }
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), stateFile), text);
  if (!result.success) {
    throw new Error(
      `The payment sandbox cannot read ${path}; delete the folder .local to start over.`,
    );
  }
  return result.output;
}
