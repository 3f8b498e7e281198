import { expect, test } from 'vitest';
import { quoted, visible, visibleLine } from '../../harness/text/visible-text.ts';

test('what would move a cursor, reorder a line or hide is written out; text and its line ends stay', () => {
  expect(visible('a\u001b[2J\u009b1mb\u0007\0\b')).toBe('a⟨U+001B⟩[2J⟨U+009B⟩1mb⟨U+0007⟩⟨U+0000⟩⟨U+0008⟩');
  expect(visible('a\u202eb\u2066c\u200fd\u061c')).toBe('a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d⟨U+061C⟩');
  expect(visible('a\u200bb\ufeffc\u{e0041}d\ud800e\u2028')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+E0041⟩d⟨U+D800⟩e⟨U+2028⟩');
  expect(visible('done\rfailed\n')).toBe('done␍failed\n');
  const ordinary = 'naïve 🙂 γ 👨\u200d👩 \t x\n† ≥ — שלום';
  expect(visible(ordinary)).toBe(ordinary);
});

test('a name stays on its line', () => {
  expect(visibleLine('task\nsolved 100 of 100')).toBe('task␊solved 100 of 100');
  expect(quoted(`x${'y'.repeat(200)}\n`)).toBe(`"x${'y'.repeat(79)}…"`);
});
