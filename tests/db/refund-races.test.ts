/** Refunds on a real Postgres, where everyone acts at the same time. */
import { expect, test } from 'vitest';
import { payRefunds } from '../../functions/_lib/refunds/refunds.ts';
import { providerOf, refundsOn, share } from '../samples/refunds.ts';
import { onServer, type Row } from '../samples/caller.ts';
import type { Order } from '../samples/orders.ts';
import { operatorsOn } from '../samples/operators.ts';
import { describeRaces, outcomes, times, whileOpenOn } from './support/races.ts';

const TIMES = 50;

describeRaces('concurrent refunds on a real Postgres', (sql) => {
  const server = onServer(sql);
  const whileOpen = whileOpenOn(sql);
  const here = refundsOn(server);
  const { query, newMember, newPack, newSlot, operate, requestOf, balance } = here;

  test('§17.10 fifty simultaneous approvals, job runs and repeated webhooks pay a refund only once', async () => {
    const { id, pack } = await here.newBuyer();
    const provider = providerOf(new Map([[pack.payment, pack.amount]]));
    const { number } = await here.ask(id, pack);
    const approvals = await outcomes(times(TIMES, () => operate('approve_refund', number)));
    expect(approvals).toEqual({ done: 1, already_decided: TIMES - 1 });

    const told = new Set<string>();
    const bank = {
      refundsOf: provider.refundsOf,
      refund: async (...given: Parameters<typeof provider.refund>) => {
        const made = await provider.refund(...given);
        // The webhook may arrive before the answer.
        if (!told.has(made.id)) {
          told.add(made.id);
          await Promise.all([
            here.reportRefund(pack, made),
            here.reportRefund(pack, made),
            here.reportRefund(pack, made, 'refund.created'),
          ]);
        }
        return made;
      },
    };
    // Each run takes the lease from the others, as a run does once the lease has ended.
    const payers = times(TIMES, async () => {
      await query("update private.refund_requests set leased_until = '-infinity'");
      return payRefunds(here.payerClient(), bank);
    });
    expect(await outcomes(payers)).toEqual({ done: TIMES });
    expect(provider.refunds).toHaveLength(1);
    expect(provider.returned(pack.payment)).toBe(pack.amount);
    expect(await requestOf(number)).toMatchObject({ state: 'paid', attempt: 1 });
  });

  test('§17.10 only one of fifty simultaneous job runs gets the refund to pay', async () => {
    const { id } = await newMember();
    const { number } = await here.ask(id, await newPack(id));
    await operate('approve_refund', number);
    const claims = await Promise.all(
      times(TIMES, () => query('select number from public.claim_refunds(100)')),
    );
    expect(claims.flat().filter((due) => due['number'] === number)).toHaveLength(1);
  });

  test('§17.5 only one of nine simultaneous refund requests for a pack is accepted, and the pack’s bookings are cancelled', async () => {
    const { id, pack } = await here.newBuyer();
    const slots = await Promise.all([40, 42, 44].map((hours) => newSlot(hours)));
    // Nine requests stay within the ten that a day allows.
    const done = await outcomes([
      ...times(9, () => here.ask(id, pack, pack.amount)),
      ...slots.map((slot) => here.book(id, slot, pack)),
    ]);
    expect(Object.keys(done).filter((name) => name.includes('deadlock'))).toEqual([]);
    const open = await query(
      "select amount from private.refund_requests where order_id = $1 and state = 'asked'",
      [pack.order],
    );
    expect(open).toEqual([{ amount: pack.amount }]);
    expect(await balance(id, pack)).toMatchObject({ booked: 0, remaining: 0 });
  });

  test('§17.28 when a member and an operator refund two sessions at the same time, the remaining money pays for one', async () => {
    for (const isMemberFirst of [true, false]) {
      const { id, pack } = await here.newBuyer();
      const one = await here.book(id, await newSlot(3), pack);
      const other = await here.book(id, await newSlot(4), pack);
      await here.pass(5);
      await here.reportRefund(pack, { id: `rfnd_${pack.payment}`, amount: 4 * share });
      const asks = [one.id, String(share)];
      const outcome = isMemberFirst
        ? await whileOpen(
            { member: id, call: 'public.ask_session_refund($1, $2)', parameters: asks },
            () => operate('refund_session', other.id),
          )
        : await whileOpen({ call: 'operations.refund_session($1)', parameters: [other.id] }, () =>
            here.askSession(id, one, share),
          );
      expect(outcome).toBe('pack_refunded');
    }
  });

  test('§17.30 every refund made by hand that is reported while the job is paying is counted and shown to the operator', async () => {
    const bought: { id: string; pack: Order; number: string }[] = [];
    for (const { id } of await Promise.all(times(5, () => newMember()))) {
      const pack = await newPack(id);
      bought.push({ id, pack, number: await here.approvedShare(id, pack) });
    }
    const provider = providerOf(new Map(bought.map(({ pack }) => [pack.payment, pack.amount])));
    const reports: Promise<unknown>[] = [];
    const refund: typeof provider.refund = async (payment, ...asked) => {
      const own = await provider.refund(payment, ...asked);
      const pack = bought.find((one) => one.pack.payment === payment)?.pack;
      if (!pack) throw new Error(`nobody paid ${payment}`);
      const byHand = provider.byHand(payment, share);
      reports.push(here.reportRefund(pack, byHand), here.reportRefund(pack, own));
      return own;
    };
    await here.runPayer({ ...provider, refund });
    await Promise.all(reports);

    const told = await query(
      "select what from private.matters_now where matter like 'refund twice %'",
    );
    for (const { id, pack, number } of bought) {
      expect(provider.returned(pack.payment)).toBe(2 * share);
      expect((await here.refundable(id, pack)).returned).toBe(2 * share);
      expect(told.filter(({ what }) => String(what).includes(number))).toHaveLength(1);
    }
  });

  test('§17.4 a request withdrawn and approved at the same time ends as either withdrawn or approved', async () => {
    const people = await Promise.all(
      times(20, async () => {
        const { id, pack } = await here.newBuyer();
        return { id, pack, asked: await here.ask(id, pack) };
      }),
    );
    await Promise.all(
      people.map(({ id, asked }) =>
        Promise.allSettled([here.takeBack(id, asked), operate('approve_refund', asked.number)]),
      ),
    );
    for (const { id, pack, asked } of people) {
      const { state } = await requestOf(asked.number);
      expect(['taken_back', 'approved']).toContain(state);
      expect(await balance(id, pack)).toMatchObject({ remaining: state === 'approved' ? 0 : 5 });
    }
  });

  test('§17.32 fifty simultaneous presses refund a mistaken payment only once', async () => {
    const { id, pack } = await here.newBuyer();
    const again = { ...pack, payment: `${pack.payment}again` };
    await here.report(again, { paidAt: new Date(Date.now() + 60_000) });
    const done = await outcomes(times(TIMES, () => operate('return_payment', again.payment)));
    expect(Object.values(done).toSorted((one, other) => one - other)).toEqual([1, TIMES - 1]);
    const provider = providerOf(new Map([[again.payment, pack.amount]]));
    const payers = times(TIMES, async () => {
      await query(
        "update private.refund_requests set leased_until = '-infinity' where payment_id = $1",
        [again.payment],
      );
      return payRefunds(here.payerClient(), provider);
    });
    expect(await outcomes(payers)).toEqual({ done: TIMES });
    expect(provider.refunds).toHaveLength(1);
    expect(await balance(id, pack)).toMatchObject({ remaining: 5, status: 'paid' });
  });

  test('§22.8 ten of fifteen simultaneous approvals go through', async () => {
    const desk = operatorsOn(server);
    const { claims } = await desk.newOperator('owner');
    const asked = await Promise.all(
      times(15, async () => {
        const { id } = await newMember();
        return here.ask(id, await newPack(id));
      }),
    );
    const said = await Promise.all(
      asked.map(({ number }) => desk.press(claims, 'approve_refund', { request: number })),
    );
    const done = said.filter((answer) => 'done' in (answer as Row));
    expect({ done: done.length, said: said.length - done.length }).toEqual({ done: 10, said: 5 });
  });
});
