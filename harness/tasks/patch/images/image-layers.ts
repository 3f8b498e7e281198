import { sha256 } from '../../../storage/hash.ts';
import type { EnvironmentSpecification, SharedRepository } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { sharedOf, sourcesOf } from '../environment.ts';
import {
  baseScript,
  checkoutLines,
  environmentScript,
  GIVE_TO_TESTER,
  install,
  installationScript,
  interpreterScript,
  script,
  sharedCheckoutLines,
} from './layer-scripts.ts';

/**
 * What an image of ours is made of, lowest first. `system` is there where a specification names Debian packages, `sources` and `repository` where
 * instances share a commit, lying there or installed; `httpbin` is a server that some tests talk to.
 */
type LayerKind = 'base' | 'system' | 'sources' | 'interpreter' | 'environment' | 'repository' | 'instance' | 'httpbin';

/** A commit of the repository that a layer brings, and the one that the layers below it have. */
interface Checkout {
  readonly commit: string;
  readonly below?: string;
}

/** One image: its recipe, and a name with the hash of all that decides it in it. Two equal recipes are one image. */
export interface Layer {
  readonly kind: LayerKind;
  readonly name: string;
  readonly dockerfile: string;
  /** Run in the image while it is built, as root. */
  readonly script: string;
  readonly checkout?: Checkout;
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
  const { python, requirementFiles = [], systemPackages } = environment;
  const [, project = ''] = task.repository.split('/');
  const layers: [Layer, ...Layer[]] = [layer('base', '', 'bookworm', [], baseScript())];
  const add = (kind: LayerKind, hint: string, lines: readonly string[], script: string, checkout?: Checkout): void => {
    const made = layer(kind, instanceLayer(layers).name, hint, lines, script);
    layers.push(checkout === undefined ? made : { ...made, checkout });
  };
  const checkedOut = (labels: string): string[] => [`LABEL ${labels}`, 'ADD testbed.tar /'];

  if (systemPackages !== undefined) add('system', project, [], script(...install(systemPackages)));
  const sources = sourcesOf(environment, task);
  if (sources !== undefined) {
    const { commit } = sources;
    add('sources', project, checkedOut(`lucid-bench.commit="${commit}"`), script(), { commit });
  }
  add('interpreter', python, ['ADD interpreter.tar /'], interpreterScript(python));
  const required =
    requirementFiles.length === 0
      ? []
      : [`LABEL lucid-bench.requirements="${task.repository}@${environmentCommit}: ${requirementFiles.join(' or ')}"`];
  add('environment', project, required, environmentScript(environment));

  const installed = (
    kind: 'repository' | 'instance',
    hint: string,
    labels: string,
    { commit, on }: Installed,
  ): void => {
    const lines = on === undefined ? checkoutLines() : sharedCheckoutLines(on, commit);
    const last = on === undefined && kind === 'instance' ? [] : GIVE_TO_TESTER;
    const checkout = on === undefined ? { commit } : { commit, below: on.commit };
    add(kind, hint, checkedOut(labels), installationScript(environment, lines, last), checkout);
  };
  const shared = sharedOf(environment, task);
  if (shared !== undefined) {
    installed('repository', project, `lucid-bench.commit="${shared.commit}"`, { commit: shared.commit, on: sources });
  }
  const labels = `lucid-bench.instance="${task.id}" lucid-bench.commit="${task.baseCommit}"`;
  installed('instance', task.id, labels, { commit: task.baseCommit, on: shared ?? sources });
  return layers;
}

/** A commit to install, and the one that lies there already. */
interface Installed {
  readonly commit: string;
  readonly on: SharedRepository | undefined;
}

/** The images of an instance, base first. */
export type Layers = readonly [base: Layer, ...Layer[]];

/** The last one, which the tests run in. */
export const instanceLayer = (layers: Layers): Layer => layers[layers.length - 1] ?? layers[0];

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
