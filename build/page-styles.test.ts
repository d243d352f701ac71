import { expect, test } from 'vitest';
import { usedStyles, withUsedStyles } from './page-styles.ts';

const content = `<h3 class="card top"></h3><script>e.className='open';create('b')</script>`;

test.each([
  ['a class of the page', '.card{color:red}'],
  ['a class that a script sets', '.card.open{color:red}'],
  ['a state', '.card{color:red;&:hover{color:#00f}}'],
  ['an attribute that a script may set', '[data-state=shown] .card{color:red}'],
  ['an element of the page', 'h3{margin:0}.card{& h3{top:0}}'],
  ['an element that a script makes', '.card b{color:red}'],
  ['a class that is only excluded', '.card:not(.form){color:red}'],
  ['neither class nor element', ':focus-visible{outline:0}*{margin:0}'],
  ['a class that Swiper puts together', '.swiper-horizontal{color:red}'],
  ['what a class of the page refers to', ':root{--a:var(--b);--b:red}.card{color:var(--a)}'],
  [
    'an animation that is used',
    '@keyframes turn{to{rotate:1turn}}.card{animation:1s linear infinite turn}',
  ],
])('%s is kept', (_what, css) => {
  expect(usedStyles(css, content)).toBe(css);
});

test.each([
  ['a class nobody names', '.form{color:red}.card{color:red}', '.card{color:red}'],
  ['one of several classes', '.form,.card{color:red}', '.card{color:red}'],
  ['a rule below such a class', '.form .card{color:red}', ''],
  ['an element that is not here', 'h2,h3{margin:0}.card{& ol{top:0}}', 'h3{margin:0}'],
  ['a custom property, and then the one it needs', ':root{--a:var(--b);--b:red}', ''],
  ['an animation', '@keyframes turn{to{rotate:1turn}}.form{animation:turn 1s}', ''],
])('%s is left out', (_what, css, left) => {
  expect(usedStyles(css, content)).toBe(left);
});

test('of the scripts a page can load only those with code of ours name classes', () => {
  const html =
    '<head><style>.a{top:0}.b{color:red}.c{left:0}</style></head><script src="/_astro/menu.1.js"></script>';
  const scripts = new Map([
    ['menu.1.js', 'import"./react.2.js";import"./list.3.js"'],
    ['react.2.js', 'a'],
    ['list.3.js', 'className:`b`'],
  ]);
  expect(withUsedStyles(html, scripts)).toContain('<style>.b{color:red}</style>');
});
