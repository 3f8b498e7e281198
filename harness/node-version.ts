/** Imported before anything else: an older Node ends here with one line, not somewhere inside a package. */

/** undici needs the zstd of this one. */
const OLDEST = [22, 15] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `error: lucid-bench needs Node ${OLDEST.join('.')} or newer, this is ${process.versions.node}: start it with npm run, which brings its own, or install a newer Node\n`,
  );
  process.exit(2);
}
