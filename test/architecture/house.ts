/** `npm run house`: prints how the code is laid out. `--all` lists what is counted. */
import { measureHouse } from './measure.ts';
import { readSources } from './sources.ts';

const house = measureHouse(readSources('harness', 'conditions', 'datasets', 'scripts'), readSources('test'));
const all = process.argv.includes('--all');

const line = (label: string, value: number | string): void => console.log(`${label.padEnd(38)} ${value}`);
const list = (label: string, items: readonly string[], shown = all): void => {
  line(label, items.length);
  if (shown) for (const item of items) console.log(`  ${item}`);
};

line('loose files in harness/', house.looseFiles);
list('folders over 25 files', house.crowdedFolders, true);
line('rooms', house.rooms);
line('floors', house.floors);
list('arrows upward', house.upward, true);
list('circles among files', house.fileCircles, true);
list('circles among folders', house.folderCircles, true);
line('files', house.files);
line('median file (lines)', house.medianLines);
line('largest file (lines)', house.largestFile);
list('exported names nobody imports', house.unusedExports);
