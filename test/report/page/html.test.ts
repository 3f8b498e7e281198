import { expect, test } from 'vitest';
import { html, trusted } from '../../../harness/report/page/html.ts';

test('values are escaped in content and in attributes, markup is not', () => {
  const inner = html`<b>${'a < b & "c"'}</b>`;
  expect(html`<p title="${'" onclick="x'}">${inner}${[1, '<i>']}${undefined}${trusted('<hr>')}</p>`.text).toBe(
    '<p title="&quot; onclick=&quot;x"><b>a &lt; b &amp; &quot;c&quot;</b>1&lt;i&gt;<hr></p>',
  );
});

test('control characters, lone surrogates and reordering marks cannot hide anything; other text stays as it is', () => {
  expect(html`${'a\0b\u001b[1m\ud800c\u202ed\u2066e\rf'}`.text).toBe(
    'a⟨U+0000⟩b⟨U+001B⟩[1m⟨U+D800⟩c⟨U+202E⟩d⟨U+2066⟩e\u240df',
  );
  expect(html`${'naïve 🙂 γ\tx\n'}`.text).toBe('naïve 🙂 γ\tx\n');
});
