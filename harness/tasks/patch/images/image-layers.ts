import { sha256 } from '../../../storage/hash.ts';
import type { EnvironmentSpecification, PatchProblem } from '../../../types/task.ts';
import { sharedOf } from '../environment.ts';
import {
  baseScript,
  checkoutLines,
  environmentScript,
  GIVE_TO_TESTER,
  installationScript,
  interpreterScript,
  sharedCheckoutLines,
} from './layer-scripts.ts';

/**
 * What an image of ours is made of, lowest first; `repository` is there where instances share an installed commit, `httpbin` is a server that
 * some tests talk to.
 */
type LayerKind = 'base' | 'interpreter' | 'environment' | 'repository' | 'instance' | 'httpbin';

/** One image: its recipe, and a name with the hash of all that decides it in it. Two equal recipes are one image. */
export interface Layer {
  readonly kind: LayerKind;
  readonly name: string;
  readonly dockerfile: string;
  /** Run in the image while it is built, as root. */
  readonly script: string;
}

/** Every image of ours carries this label; its value is the kind. */
export const LABEL_IMAGE = 'lucid-bench.image';

/** Brings the interpreter in any of our images; the folder it names is the one the interpreter has on the machine that built it. */
export const ACTIVATE = 'source /opt/lucid-bench/activate';

/** The Debian below everything: the index of all platforms. */
const DEBIAN = 'debian:bookworm-slim@sha256:7b140f374b289a7c2befc338f42ebe6441b7ea838a042bbd5acbfca6ec875818';

/**
 * Names of the registry settings that a build may use. They are declared in every recipe, their values are in none: they are
 * no part of a name, and no variable of a container.
 */
export const SETTINGS = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'PIP_DEFAULT_TIMEOUT',
  'DEBIAN_MIRROR',
] as const;

/**
 * The images of an instance, base first; each is built upon the one before it. Pure: what is read while building (requirement files,
 * the repository) is named by its commit.
 */
export function layersOf(
  { task, environmentCommit }: Pick<PatchProblem, 'task' | 'environmentCommit'>,
  environment: EnvironmentSpecification,
): Layers {
  const { python, requirementFiles = [] } = environment;
  const base = layer('base', '', 'bookworm', [], baseScript());
  const interpreter = layer('interpreter', base.name, python, ['ADD interpreter.tar /'], interpreterScript(python));
  const required =
    requirementFiles.length === 0
      ? []
      : [`LABEL lucid-bench.requirements="${task.repository}@${environmentCommit}: ${requirementFiles.join(' or ')}"`];
  const [, project = ''] = task.repository.split('/');
  const packages = layer('environment', interpreter.name, project, required, environmentScript(environment));
  const checkout = (labels: string): string[] => [`LABEL ${labels}`, 'ADD testbed.tar /'];
  const own = checkout(`lucid-bench.instance="${task.id}" lucid-bench.commit="${task.baseCommit}"`);
  const shared = sharedOf(environment, task);
  if (shared === undefined) {
    const script = installationScript(environment, checkoutLines());
    return [base, interpreter, packages, layer('instance', packages.name, task.id, own, script)];
  }
  const repository = layer(
    'repository',
    packages.name,
    project,
    checkout(`lucid-bench.commit="${shared.commit}"`),
    installationScript(environment, checkoutLines(), GIVE_TO_TESTER),
  );
  const lines = sharedCheckoutLines(shared, task.baseCommit);
  const script = installationScript(environment, lines, GIVE_TO_TESTER);
  return [base, interpreter, packages, repository, layer('instance', repository.name, task.id, own, script)];
}

/** The images of an instance, base first. */
export type Layers = readonly [
  base: Layer,
  interpreter: Layer,
  environment: Layer,
  ...shared: Layer[],
  instance: Layer,
];

/** The last one, which the tests run in. */
export const instanceLayer = (layers: Layers): Layer => layers[layers.length - 1] ?? layers[3];

/** A layer upon `parent` (none: the Debian below everything), its name made of its kind, a hint for readers and its hash. */
export function layer(kind: LayerKind, parent: string, hint: string, lines: readonly string[], script: string): Layer {
  const dockerfile = [
    ...(parent === '' ? [`ARG DEBIAN=${DEBIAN}`, `FROM \${DEBIAN}`] : [`FROM ${parent}`]),
    `LABEL ${LABEL_IMAGE}="${kind}"`,
    ...lines,
    ...SETTINGS.map((name) => `ARG ${name}`),
    'COPY lucid-build /lucid-build/',
    'RUN ["/bin/bash", "/lucid-build/build.sh"]',
    'CMD ["/bin/bash"]',
    '',
  ].join('\n');
  const hash = sha256(`${dockerfile}\0${script}`).slice(0, 16);
  return { kind, name: `lucid-bench/swebench-${kind}:${hint}-${hash}`, dockerfile, script };
}
