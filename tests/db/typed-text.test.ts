/** The database cleans what people type as the browser does, and refuses what is left over (§5.52). */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailPattern } from '../../src/domain/account/account-rules.ts';
import { cleanDiscountCode } from '../../src/domain/packs/discounts.ts';
import { linkInName } from '../../src/domain/words/links.ts';
import {
  cleanCode,
  cleanEmail,
  cleanLines,
  cleanPhone,
  cleanText,
  readPhone,
} from '../../src/domain/words/typed-text.ts';
import { runs } from '../runs.ts';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import {
  aroundCopied,
  copied,
  links,
  names,
  ornaments,
  phones,
  twoPhones,
  unseen,
} from '../samples/typed.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = onEmbedded(database);
const { newMember, query } = ordersOn(here);

/** What SQL and TypeScript make of each text. */
async function bothOf(texts: readonly string[]) {
  const rows = await query(
    `select private.clean_text(typed, 1000) as text, private.clean_text(typed, 1000, true) as lines,
      private.clean_code(typed) as code, private.clean_address(typed) as address,
      private.clean_discount_code(typed) as discount, private.clean_phone(typed) as number,
      private.is_phone(private.clean_phone(typed)) as phone,
      not private.is_blank(typed) as is_visible,
      coalesce(private.has_link(private.clean_text(typed, 1000)), false) as is_link
    from unnest($1::text[]) with ordinality as given (typed, place) order by place`,
    [texts],
  );
  const ours = texts.map((typed) => ({
    text: cleanText(typed),
    lines: cleanLines(typed),
    code: cleanCode(typed),
    address: cleanEmail(typed),
    discount: cleanDiscountCode(typed),
    number: cleanPhone(typed),
    phone: readPhone(typed) !== undefined,
    is_visible: cleanText(typed) !== '',
    is_link: linkInName(cleanText(typed)) !== undefined,
  }));
  return { rows, ours };
}

test('§5.52 SQL and TypeScript clean the same table of inputs in the same way', async () => {
  const table = [
    ...[...names, ...unseen, ...links, ...twoPhones],
    ...[...Object.values(phones), ...Object.values(copied).flat()],
    ...[
      'SAVE\u200B‐10',
      'ＳＡＶＥ－１０',
      '\u202AAsha@Example.com\u202C',
      '+91 (98765) 43210',
      'abcdefghij',
    ],
    ...[
      ' Asha\t\u00A0\r\nRao\u2028',
      'a\r\rb\u2029',
      '👩🏽‍🎓 ☎️',
      '“0’Neil”',
      'ﬁ½²Å',
      '1\u0338=\u0338',
    ],
  ];
  const { rows, ours } = await bothOf(table);
  expect(rows).toEqual(ours);
});

test('§5.52 SQL and TypeScript agree on every character of the kinds that cleaning handles', async () => {
  const kinds = /[\p{Cc}\p{Cf}\p{DI}\p{Z}\p{Nd}\p{Dash}\p{QMark}\p{P}\p{S}\uFFFC\u{1D159}]/u;
  // In other scripts only the browser refuses a text of marks.
  const marks =
    /(?=[\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Olck}\p{sc=Mtei}\p{sc=Arab}\p{sc=Zinh}])\p{M}/u;
  const codes = Array.from({ length: 0x2_00_00 }, (_, before) => before + 1);
  const tags = Array.from({ length: 0x2_00 }, (_, place) => 0xe_00_00 + place);
  const signs = [...codes, ...tags]
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => (kinds.test(sign) || marks.test(sign)) && !/[\p{Cn}\p{Cs}]/u.test(sign));
  const texts = signs.flatMap((sign) => [sign, `a${sign}1`, `${sign}a@b.c${sign}`]);
  const { rows, ours } = await bothOf(texts);
  expect(signs.length).toBeGreaterThan(1500);
  expect(texts.filter((_, at) => !isDeepStrictEqual(rows[at], ours[at]))).toEqual([]);
});

test('§5.52 SQL and TypeScript clean any text in the same way', async () => {
  // Letters that the two know from different versions of Unicode are left out, and so is ß, whose capitals differ.
  const known = /^[ -~À-Þà-ÿ\p{sc=Deva}\p{sc=Mlym}\p{Zs}\p{Cc}\p{Cf}\p{P}\p{Nd}\p{So}]$/u;
  const unit = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((sign) => sign !== '\0' && known.test(sign));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc
          .array(fc.oneof(unit, fc.constantFrom(...aroundCopied, ...ornaments)), { maxLength: 12 })
          .map((signs) => signs.join('')),
        { minLength: 20, maxLength: 20 },
      ),
      async (texts) => {
        const { rows, ours } = await bothOf(texts);
        expect(rows).toEqual(ours);
      },
    ),
    runs(20),
  );
});

test('§5.52 §5.56 D11 a member cannot save an invisible name, a name that is a link, a phone number with letters, or two phone numbers', async () => {
  const { id } = await newMember({ firstname: 'Asha' });
  const set = (column: string, value: string) =>
    here.as(
      { member: id },
      `update public.profiles set ${column} = $1 where id = $2 returning ${column} as kept`,
      [value, id],
    );
  await set('lastname', 'Rao');
  for (const text of unseen) {
    await expectRefusal(set('firstname', text), 'firstname_missing', JSON.stringify(text));
    await expectRefusal(set('lastname', text), 'lastname_missing', JSON.stringify(text));
  }
  for (const text of links) {
    await expectRefusal(set('firstname', text), 'name_is_link', text);
    await expectRefusal(set('lastname', text), 'name_is_link', text);
  }
  for (const text of ['abcdefghij', 'call 9876543210', '12345', '+91 +91 98765 43210']) {
    await expectRefusal(set('phonenumber', text), 'phone_not_valid', text);
  }
  for (const text of twoPhones) {
    await expectRefusal(set('phonenumber', text), 'two_phones', text);
  }
  for (const text of Object.values(phones)) {
    expect(await set('phonenumber', text)).toEqual([{ kept: '9876543210' }]);
  }
  for (const name of names)
    expect(await set('firstname', name)).toEqual([{ kept: name.normalize() }]);
  expect(await set('referralcode', 'ｋ७m२‐qx\u200B')).toEqual([{ kept: 'k7m2-qx' }]);
});

test('§5.52 a profile saved before these rules can still get a new picture and address', async () => {
  const { id, email } = await newMember();
  const old = ['\u3164', 'Rao', '98765 ext 4321'];
  await query('alter table public.profiles disable trigger profiles_clean');
  await query(
    'update public.profiles set (firstname, lastname, phonenumber) = ($2, $3, $4) where id = $1',
    [id, ...old],
  );
  await query('alter table public.profiles enable trigger profiles_clean');
  const change = (set: string) =>
    here.as({ member: id }, `update public.profiles set ${set} where id = '${id}' returning id`);
  expect(await change("profileimage = ''")).toHaveLength(1);
  await query('update auth.users set email = $2 where id = $1', [id, `new-${email}`]);
  expect(await query('select firstname from public.profiles where id = $1', [id])).toEqual([
    { firstname: '\u3164' },
  ]);
  await expectRefusal(change("lastname = 'Roy'"), 'firstname_missing');
  await expectRefusal(change("phonenumber = '98765 ext 43210'"), 'phone_not_valid');
});

test('§5.52 §5.56 a sign-up that bypasses the form does not keep a phone number with letters, a link as a name or an invisible name', async () => {
  const kept = 'select firstname, lastname, phonenumber from public.profiles where id = $1';
  const past = async (firstname: string, lastname: string, phonenumber = 'abcdefghij') => {
    const typed = { firstname, lastname, phonenumber };
    return query(kept, [await here.signUp(`${crypto.randomUUID()}@example.com`, typed)]);
  };
  expect(await past('\u3164', '\u2800')).toEqual([
    { firstname: '', lastname: '', phonenumber: '' },
  ]);
  expect(await past('Asha', 'Rao', twoPhones[0])).toMatchObject([{ phonenumber: '' }]);
  for (const link of links) {
    expect(await past(link, 'Rao')).toEqual([{ firstname: '', lastname: 'Rao', phonenumber: '' }]);
    expect(await past('Asha', link)).toEqual([
      { firstname: 'Asha', lastname: '', phonenumber: '' },
    ]);
  }
});

test.each([
  'asha\u2060@example.com',
  '\u202Aasha@example.com\u202C',
  'asha@example.com\u200B',
  'ａｓｈａ@example.com',
])(
  '§5.52 the address %j is cleaned where a member types it, and is never stored as typed',
  async (typed) => {
    const [row] = await query(
      'select private.is_address($1) as raw, private.is_address(private.clean_address($1)) as clean',
      [typed],
    );
    expect(row).toEqual({ raw: false, clean: true });
    expect(emailPattern.test(cleanEmail(typed))).toBe(true);
    const { id } = await newMember();
    expect(await here.call(id, 'ask_email_change', { p_address: typed })).toMatchObject({
      address: 'asha@example.com',
    });
  },
);

test('§5.52 SQL and the forms accept the same addresses', async () => {
  const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
  const addresses = [
    'a+b.c@mail.example.co.in',
    "o'neil@example.org",
    'ä@exämple.de',
    'asha@उदाहरण.भारत',
    'asha@ex_ample.com',
    'asha@example.c',
    `${'a'.repeat(64)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
    `a@${'example.'.repeat(32)}com`,
    'asha@example',
    'asha@example..com',
    'asha@@example.com',
    'asha@.example.com',
    'asha@example.com.',
    'asha rao@example.com',
    ...[...punctuation].map((sign) => `asha${sign}@example.com`),
    ...[...punctuation].map((sign) => `asha@exa${sign}mple.com`),
  ];
  const judged = await query(
    'select address, private.is_address(address) as fits from unnest($1::text[]) as address',
    [addresses],
  );
  expect(judged).toEqual(
    addresses.map((address) => ({ address, fits: emailPattern.test(address) })),
  );
});
