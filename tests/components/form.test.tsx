import { screen } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hints, messages } from '../../src/domain/account/messages.ts';
import { island, show } from './support/island.tsx';
import { takeClock } from './support/page.tsx';
import { focused } from './support/screen.ts';

const options = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
const blank = { text: '', long: '', tick: false, select: '', choice: '', many: [] as string[] };

/** A form with every kind of control; the form disappears once `send` has resolved to `gone`. */
const everyControl = (send: (values: typeof blank) => Promise<unknown>) => async () => {
  const { Check } = await import('../../src/features/ui/Check.tsx');
  const { Choice } = await import('../../src/features/ui/Choice.tsx');
  const { Field } = await import('../../src/features/ui/Field.tsx');
  const { fieldOf } = await import('../../src/features/ui/field-of.ts');
  const { Form } = await import('../../src/features/ui/Form.tsx');
  const { Select } = await import('../../src/features/ui/Select.tsx');
  const { TextArea } = await import('../../src/features/ui/TextArea.tsx');

  function Everything() {
    const form = useForm({ defaultValues: blank });
    const [isGone, setGone] = useState(false);
    if (isGone) return <p>It was sent.</p>;
    return (
      <Form
        legend="Everything"
        form={form}
        field="text"
        anybody
        send={async (values) => {
          setGone((await send(values)) === 'gone');
          return undefined;
        }}
        button={{ label: 'Send', pending: 'Sending' }}
      >
        <Field label="Text" {...fieldOf(form, 'text', { required: messages.emailRequired })} />
        <TextArea label="Long text" {...fieldOf(form, 'long', { required: 'Write it.' })} />
        <Check {...fieldOf(form, 'tick', { required: 'Tick it.' })}>Tick</Check>
        <Select label="Select" {...fieldOf(form, 'select', { required: 'Select one.' })}>
          <option value="" />
          <option value="a">a</option>
        </Select>
        <Choice
          legend="Choice"
          options={options.slice(0, 2)}
          {...fieldOf(form, 'choice', { required: 'Choose.' })}
        />
        <Choice legend="Many" many options={options} {...fieldOf(form, 'many')} />
      </Form>
    );
  }
  return (
    <section aria-label="Around">
      <Everything />
    </section>
  );
};

/** Fills in a control without an event, because a password manager may send none. */
function fillSilently(control: HTMLElement, value: string | boolean): void {
  const name = typeof value === 'boolean' ? 'checked' : 'value';
  // Uses the browser’s own setter, because React watches the one on the element.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), name)?.set?.call(control, value);
}

test('§5.53 a form sends what its fields show, even when a password manager filled them in', async () => {
  const send = vi.fn(() => Promise.resolve());
  const { user } = await show(everyControl(send));
  fillSilently(screen.getByLabelText('Text'), 'text');
  fillSilently(screen.getByLabelText('Long text'), 'long');
  fillSilently(screen.getByLabelText('Tick'), true);
  fillSilently(screen.getByLabelText('Select'), 'a');
  const [one, two] = screen.getAllByLabelText('two');
  if (one && two) for (const control of [one, two]) fillSilently(control, true);
  await user.click(screen.getByLabelText('three'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const sent = { text: 'text', long: 'long', tick: true, select: 'a', choice: 'two' };
  await expect.poll(() => send.mock.calls).toEqual([[{ ...sent, many: ['two', 'three'] }]]);
  expect(screen.queryByText(messages.emailRequired)).toBeNull();
});

test('§5.54 the focus stays on the button while a form is sent once, and moves to the surrounding section if the form disappears', async () => {
  const answer = Promise.withResolvers<string>();
  const send = vi.fn(() => answer.promise);
  const { user } = await show(everyControl(send));
  await user.type(screen.getByLabelText('Long text'), 'long');
  await user.click(screen.getByLabelText('Tick'));
  await user.selectOptions(screen.getByLabelText('Select'), 'a');
  await user.click(screen.getAllByLabelText('one')[0] ?? document.body);
  await user.type(screen.getByLabelText('Text'), 'text{Enter}');
  await focused(() => screen.getByRole('button', { name: 'Sending' }));
  await user.keyboard('{Enter}');
  expect(send).toHaveBeenCalledOnce();
  answer.resolve('gone');
  expect(await screen.findByText('It was sent.')).toBeVisible();
  await focused(() => screen.getByRole('region', { name: 'Around' }));
});

test('§5.44 an invalid field can get the focus while the form is being checked, and the form is checked only once', async () => {
  const checked = Promise.withResolvers<string>();
  const check = vi.fn(() => checked.promise);
  const { user } = await show(async () => {
    const { Field } = await import('../../src/features/ui/Field.tsx');
    const { fieldOf } = await import('../../src/features/ui/field-of.ts');
    const { Form } = await import('../../src/features/ui/Form.tsx');
    const send = () => Promise.resolve(undefined);
    function Checked() {
      const form = useForm({ defaultValues: { text: '' } });
      return (
        <Form
          legend="Checked"
          anybody
          {...{ form, send }}
          button={{ label: 'Send', pending: 'Sending' }}
        >
          <Field label="Text" {...fieldOf(form, 'text', { validate: check })} />
        </Form>
      );
    }
    return <Checked />;
  });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.click(screen.getByRole('button', { name: 'Sending' }));
  expect(check).toHaveBeenCalledOnce();
  expect(screen.getByLabelText('Text')).toBeEnabled();
  checked.resolve('Wrong');
  await focused(() => screen.getByLabelText('Text'));
});

test('§12.56 the page says after 10 s that the scripts of a form or a button have not arrived', async () => {
  const pass = takeClock();
  const load = () => new Promise<never>(() => undefined);
  const { user } = await show(async () => {
    const { Form } = await import('../../src/features/ui/Form.tsx');
    const { PressButton } = await import('../../src/features/ui/PressButton.tsx');
    const send = () => Promise.resolve(undefined);
    return (
      <>
        <Form legend="Form" anybody {...{ load, send }} button={{ label: 'Send', pending: '' }} />
        <PressButton load={load} work={send}>
          Press
        </PressButton>
      </>
    );
  });
  for (const name of ['Send', 'Press']) await user.click(screen.getByRole('button', { name }));
  await pass(10_000);
  const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(said).toEqual([hints.pageOutOfDate, hints.pageOutOfDate]);
});

test.each<[part: string, address: string, island: string, press: string[]]>([
  [
    'account/ConfirmEmail.tsx',
    '/login#token_hash=0123456789abcdef&type=email',
    'account/LoginForm',
    [],
  ],
  ['packs/DiscountForm.tsx', '/buy', 'packs/PackCards', ['Have a code?']],
  ['emi/schedule-file.ts', '/emi', 'emi/EmiCalculator', ['Download the schedule']],
])(
  '§12.56 %s says after 10 s that its script has not arrived',
  async (part, address, of, press) => {
    const file = `../../src/features/${part}`;
    vi.doMock(file, () => new Promise<never>(() => undefined));
    onTestFinished(() => {
      vi.doUnmock(file);
    });
    history.replaceState(null, '', address);
    const pass = takeClock();
    const { user } = await show(island(of));
    for (const name of press) {
      const [button] = screen.getAllByRole('button', { name });
      if (button) await user.click(button);
    }
    await pass(10_000);
    expect(await screen.findByText(hints.pageOutOfDate)).toHaveRole('alert');
  },
);
