import { expect, test } from 'vitest';
import { isUpon, piecesOf, unionBytes } from '../../harness/sandbox/docker/image-pieces.ts';

const line = (CreatedBy: string, Size: number) => ({ CreatedBy, Size });

test('bytes of a history fall to the layers that lines have made; lines of settings make none', () => {
  const history = [
    line('/bin/sh -c #(nop)  CMD ["/bin/bash"]', 0),
    line('/bin/bash /lucid-build/build.sh', 50),
    line('/bin/sh -c #(nop) WORKDIR /testbed', 0),
    line('/bin/sh -c #(nop)  LABEL a=b', 0),
    line('COPY x /x # buildkit', 30),
    line('ARG DEBIAN', 0),
    line('', 100), // imported
  ];
  const pieces = piecesOf(['a', 'b', 'c', 'd'], history, 180);
  expect(pieces.map(({ bytes }) => bytes)).toEqual([100, 30, 0, 50]);
  expect(pieces.map(({ key }) => key)).toEqual(['a', 'a b', 'a b c', 'a b c d']);
});

test('a history that does not fit the layers is counted once too often, never too little', () => {
  const unknown = piecesOf(['a', 'b'], [line('RUN x', 50)], 150);
  const known = piecesOf(['a', 'c'], [line('RUN y', 20), line('COPY a /', 100)], 120);
  expect(unionBytes([{ pieces: unknown }])).toBe(150);
  expect(unionBytes([{ pieces: unknown }, { pieces: known }])).toBeGreaterThanOrEqual(170);
});

test('what images share is counted once; the same layer upon another one is another piece', () => {
  const image = (...layers: string[]) => ({
    pieces: piecesOf(layers, layers.map((name) => line(`RUN ${name}`, 10)).reverse(), 10 * layers.length),
  });
  expect(unionBytes([image('base', 'one'), image('base', 'two'), image('base')])).toBe(30);
  expect(unionBytes([image('base', 'one'), image('other', 'one')])).toBe(40);
  expect(isUpon(image('base', 'one'), image('base'))).toBe(true);
  expect(isUpon(image('base'), image('base'))).toBe(false);
  expect(isUpon(image('other', 'one'), image('base'))).toBe(false);
});
