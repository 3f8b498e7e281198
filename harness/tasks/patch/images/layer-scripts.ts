import type { EnvironmentSpecification, SharedRepository } from '../../../types/environment-specification.ts';

/** Debian packages of the base: what the interpreters load, what repositories compile with, what test commands call. */
const BASE_PACKAGES =
  'build-essential ca-certificates git jq locales patch pkg-config procps tzdata wget libbz2-1.0 libexpat1 libffi-dev libgdbm6 liblzma5 libncursesw6 libnsl2 libreadline8 libsqlite3-0 libssl3 libtirpc3 libuuid1 zlib1g-dev';

/** pip, setuptools and wheel as in the published images (environment.yml at tag v4.1.0 of the harness repository). */
const TOOLS = 'pip==24.2 setuptools==75.1.0 wheel==0.44.0';
/** The last ones for Python 3.6; the same source. */
const TOOLS_36 = 'pip==21.2.2 setuptools==58.0.4 wheel==0.37.1';

/** Where the repository lies, as in the published images. */
export const TESTBED = '/testbed';

/** Who runs the tests of an instance, and owns its repository: user and group. */
export const TESTER = '10000:10000';

/** The first lines of every script: the settings of this build, gone when it ends. */
const HEAD = [
  'set -euo pipefail',
  'export DEBIAN_FRONTEND=noninteractive PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore',
  'if [ -s /lucid-build/ca.pem ]; then',
  '  export PIP_CERT=/lucid-build/ca.pem SSL_CERT_FILE=/lucid-build/ca.pem REQUESTS_CA_BUNDLE=/lucid-build/ca.pem GIT_SSL_CAINFO=/lucid-build/ca.pem',
  'fi',
];

const TAIL = ['rm -rf /lucid-build /root/.cache /tmp/*', ''];

/** A build's script: the lines between what every build begins and ends with. */
export const script = (...lines: readonly string[]): string => [...HEAD, ...lines, ...TAIL].join('\n');

/** Debian's packages from the mirror of this build; the image keeps its own list of sources. */
export const install = (packages: string): string[] => [
  'sources=$(mktemp -d)',
  `if [ -n "\${DEBIAN_MIRROR:-}" ]; then echo "deb $DEBIAN_MIRROR bookworm main" > "$sources/list"; options="-o Dir::Etc::sourcelist=$sources/list -o Dir::Etc::sourceparts=/dev/null"; else options=; fi`,
  'apt-get $options -qq update',
  `apt-get $options -qq install -y --no-install-recommends ${packages}`,
  'rm -rf /var/lib/apt/lists/* "$sources"',
];

/** The base: en_US.UTF-8 stands in /etc/locale.gen, commented, as test commands expect; other users may reach the interpreter. */
export const baseScript = (): string =>
  script(
    ...install(BASE_PACKAGES),
    "grep -q '^# en_US.UTF-8 UTF-8' /etc/locale.gen || echo '# en_US.UTF-8 UTF-8' >> /etc/locale.gen",
    'chmod 755 /root',
  );

/**
 * The interpreter lies at its own absolute path already; `interpreter` names it. pip and its companions come in exact versions. The pip 18.1
 * that comes with Python 3.6 ends in an exception where its cache is turned off by a variable: it replaces itself without that.
 */
export const interpreterScript = (python: string): string =>
  script(
    'folder=$(cat /lucid-build/interpreter)',
    'mkdir -p /opt/lucid-bench',
    'echo "export PATH=$folder/bin:\\$PATH" > /opt/lucid-bench/activate',
    'source /opt/lucid-bench/activate',
    'missing=$(find "$folder" -name "*.so*" -type f -not -name "_tkinter*" | xargs ldd 2>/dev/null | grep "not found" | sort -u || true)',
    'if [ -n "$missing" ]; then echo "ERROR: the interpreter loads libraries that the base has not: $missing"; exit 1; fi',
    'python -m ensurepip --upgrade --default-pip',
    `if python -c "import sys; sys.exit(sys.version_info >= (3, 7))"; then tools="${TOOLS_36}"; else tools="${TOOLS}"; fi`,
    `${python === '3.6' ? 'env -u PIP_NO_CACHE_DIR ' : ''}python -m pip install --upgrade $tools`,
    'python --version',
  );

const words = (text: string): string[] => text.split(' ').filter(Boolean);
const quoted = (text: string): string =>
  words(text)
    .map((word) => `'${word}'`)
    .join(' ');

/** Lines that leave the pins in a file for pip's `--constraint`; empty without pins. */
const pinned = (pins = ''): string[] => [`printf '%s\\n' ${quoted(pins) || "''"} > /lucid-build/pins`];

/** What others are built with, then requirement files, then packages: the order of the published images. */
export function environmentScript({
  packages,
  buildPackages,
  pins,
  requirementFiles,
}: EnvironmentSpecification): string {
  const pip = 'python -m pip install -c /lucid-build/pins';
  return script(
    'source /opt/lucid-bench/activate',
    ...pinned(pins),
    ...(buildPackages === undefined ? [] : [`${pip} ${quoted(buildPackages)}`]),
    ...(requirementFiles === undefined ? [] : [`${pip} -r /lucid-build/requirements.txt`]),
    ...(words(packages).length === 0 ? [] : [`${pip} ${quoted(packages)}`]),
    'python -m pip list --format=freeze',
  );
}

/** Where the repository lies at its base commit already. */
export const checkoutLines = (): string[] => [`git config --global --add safe.directory ${TESTBED}`, `cd ${TESTBED}`];

/** Removes files of these patterns that git does not track. */
const removeMade = (...patterns: readonly string[]): string =>
  `git ls-files -z --others -- ${patterns.join(' ')} | xargs -0 -r rm -f`;

/** What decides how a repository is compiled, beside what its own installation compares by time: Cython's sources, and what they include. */
const NATIVE = "'*.c' '*.cc' '*.cpp' '*.h' '*.hpp' 'setup*.py' '*/setup*.py' setup.cfg pyproject.toml";

/** Removes whatever was compiled, where any native source or a file that says how is another one. */
const removeCompiled = ({ commit }: SharedRepository, base: string): string[] => [
  `if ! git diff --quiet ${commit} ${base} -- ${NATIVE}; then`,
  `  ${removeMade("'*.so'", "'*.o'", "'*.a'")}`,
  'fi',
];

/** Removes what was compiled in the folder of such a file, and in those that hold it below the package's own; libraries where one of theirs may be such. */
const removeCompiledByFolder = ({ commit }: SharedRepository, base: string): string[] => [
  `git diff --name-only ${commit} ${base} -- ${NATIVE} | while read -r changed; do`,
  `  case "$changed" in */src/*) ${removeMade("'*.a'")} ;; esac`,
  '  folder=$(dirname "$changed")',
  '  while case "$folder" in */*) true ;; *) false ;; esac; do',
  '    for part in "$folder" build/*/"$folder"; do',
  `      ${removeMade('":(glob)$part/*.so"', '":(glob)$part/*.o"')}`,
  '    done',
  '    folder=$(dirname "$folder")',
  '  done',
  'done',
];

/**
 * Where the repository lies installed at an earlier commit, which instances share: brings its base commit, whose files the layer has added,
 * and touches nothing that is the same in both. Its history is that one commit again. What would not be compiled anew, and might have to be, is
 * removed; so is what was made of a source that is gone, or was moved (git looks for no renames there: checkout.ts).
 */
export const sharedCheckoutLines = (shared: SharedRepository, base: string): string[] => [
  ...checkoutLines(),
  `echo ${base} >> .git/shallow`,
  `git checkout -q --force -B main ${base}`,
  'git tag --list | xargs -r git tag --delete > /dev/null',
  `git tag "$(cat /lucid-build/tag)" ${base}`,
  `git diff --name-only --diff-filter=D ${shared.commit} ${base} -- '*.pyx' | sed 's/pyx$//' | while read -r gone; do`,
  `  ${removeMade('"$gone"c', '"$gone"cpp', '"$gone"*.so')}`,
  'done',
  ...(shared.isCompiledInPlace === true ? removeCompiledByFolder : removeCompiled)(shared, base),
  `echo ${base} > .git/shallow`,
  // Else the commit that follows writes trees again that are below already, and with them touches, and so copies, the pack they are in.
  'git reset -q',
  'rm -rf .git/logs .git/ORIG_HEAD',
  "touch -d '2 seconds' .git/index",
];

/** All that building has left to root: who owns it when it is built need not be given it in every container. */
export const GIVE_TO_TESTER = [`find ${TESTBED} ! -uid ${TESTER.split(':')[0]} -exec chown -h ${TESTER} {} +`];

/** Installs the repository, which `checkout` brings. As in the published images, what was changed for that is committed. */
export function installationScript(
  { beforeInstall = [], install: installLine, afterInstall = [], pins }: EnvironmentSpecification,
  checkout: readonly string[],
  last: readonly string[] = [],
): string {
  return script(
    'source /opt/lucid-bench/activate',
    ...pinned(pins),
    ...checkout,
    ...beforeInstall,
    'export PIP_CONSTRAINT=/lucid-build/pins',
    installLine,
    'unset PIP_CONSTRAINT',
    ...afterInstall,
    'git config --global user.email setup@lucid-bench.invalid',
    'git config --global user.name lucid-bench',
    'git commit -q --allow-empty -am "lucid-bench: what installing changed"',
    'python -m pip list --format=freeze',
    ...last,
  );
}
