import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectDocker } from '../../harness/sandbox/docker/engine.ts';
import { ourImages, removeImages } from '../../harness/sandbox/docker/prune-images.ts';
import { pythonImageName } from '../../harness/sandbox/docker/python-image.ts';
import { failedAttempt } from '../../harness/tasks/patch/images/attempts.ts';
import { describeBuilds } from '../../harness/tasks/patch/images/build-images.ts';
import { buildInstances } from '../../harness/tasks/patch/images/build-instances.ts';
import { BuildError, type BuildSite, buildLayer, logPathOf } from '../../harness/tasks/patch/images/build-layer.ts';
import { instanceLayer, type Layer, layersOf, SETTINGS } from '../../harness/tasks/patch/images/image-layers.ts';
import { findInstanceImage } from '../../harness/tasks/patch/images/instance-image.ts';
import { markedName } from '../../harness/tasks/patch/images/published-image.ts';
import { pullFaultOf, pullPublished } from '../../harness/tasks/patch/images/pull-published.ts';
import type { Mirror } from '../../harness/tasks/patch/repository/mirror.ts';
import { openMirror } from '../../harness/tasks/patch/repository/mirror.ts';
import type { EnvironmentSpecification } from '../../harness/types/environment-specification.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { tinyRepository } from '../fixtures/tiny-repository.ts';
import { docker, hasDocker } from './daemon.ts';
import { startRegistry } from './registry.ts';

const engine = connectDocker();
const { path, commits } = tinyRepository();
const mirror: Mirror = openMirror(path.slice(0, path.lastIndexOf('/')), 'owner/project');
const logs = temporaryFolder();
const site: BuildSite = {
  engine,
  environment: process.env,
  settings: {
    buildArguments: { PIP_INDEX_URL: 'https://name:secret@index.example/simple' },
    certificates: Buffer.from('certificates'),
  },
  interpreters: '/nowhere',
  logs,
  sizesPath: join(logs, 'layer-sizes.json'),
  say: () => {},
  signal: new AbortController().signal,
  mirrorOf: async () => mirror,
};
const problem = {
  task: {
    kind: 'patch' as const,
    id: 'owner__project-1',
    prompt: '',
    repository: 'owner/project',
    baseCommit: commits.base,
  },
  hiddenTests: { testPatch: '', failToPass: [], passToPass: [] },
  canonical: '',
  version: '1.0',
  environmentCommit: commits.base,
  hints: '',
  createdAt: '',
};
const environment = {
  repository: 'owner/project',
  versions: ['1.0'],
  python: '3.9',
  packages: '',
  install: 'true',
  testCommand: 'true',
};

/** A last layer as layersOf makes it, upon the image that Python programs run in. */
const layer = (hint: string, script: string, parent = pythonImageName(), more: readonly string[] = []): Layer => ({
  kind: 'instance',
  name: `lucid-bench/swebench-instance:test-${hint}-${process.pid}`,
  dockerfile: [
    `FROM ${parent}`,
    'LABEL lucid-bench.image="instance"',
    ...more,
    ...SETTINGS.map((name) => `ARG ${name}`),
    'COPY lucid-build /lucid-build/',
    'RUN ["/bin/bash", "/lucid-build/build.sh"]',
    '',
  ].join('\n'),
  script,
  checkout: { commit: problem.task.baseCommit },
});

describe.runIf(await hasDocker('building the images of instances'))('with a daemon', { timeout: 120_000 }, () => {
  test('a layer has the work tree, uses the settings of registries, and keeps neither them nor the certificates', async () => {
    const built = layer(
      'built',
      'set -e\ntest -f /testbed/thing.py\ntest "$PIP_INDEX_URL" = https://name:secret@index.example/simple\ngrep -q certificates /lucid-build/ca.pem\nrm -rf /lucid-build\n',
      undefined,
      ['ADD testbed.tar /'],
    );
    try {
      expect(await buildLayer(site, built, problem, environment)).toBe('built');
      expect(await buildLayer(site, built, problem, environment)).toBe('there');
      const inside = docker(
        'run',
        '--rm',
        '--network',
        'none',
        built.name,
        'sh',
        '-c',
        'env; cat /testbed/thing.py; ls /',
      ).join('\n');
      expect(inside).toContain('VALUE = 2');
      expect(inside).not.toMatch(/PIP_INDEX_URL|secret|lucid-build/);
      expect((await engine.image(built.name))?.labels['lucid-bench.tag']).toBe('v1.0');
    } finally {
      await engine.images.remove(built.name);
    }
  });

  test('a build that fails is named with the line that says why, its log is kept, and no image is there', async () => {
    const broken = layer('broken', 'echo one\necho "E: Unable to locate package libnone"\nexit 100\n');
    const error = await buildLayer(site, broken, problem, environment).catch((thrown: unknown) => thrown);
    if (!(error instanceof BuildError)) throw error;
    expect(error.message).toBe('E: Unable to locate package libnone');
    expect(readFileSync(error.logPath, 'utf8')).toContain('one\nE: Unable to locate package libnone');
    expect(await engine.image(broken.name)).toBeUndefined();
  });

  test('a build that is stopped ends', async () => {
    const stop = new AbortController();
    const slow = layer('slow', 'sleep 60\n');
    const startedAt = performance.now();
    setTimeout(() => stop.abort(new Error('stopped')), 3_000);
    await expect(buildLayer({ ...site, signal: stop.signal }, slow, problem, environment)).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(await engine.image(slow.name)).toBeUndefined();
    expect(existsSync(logPathOf(logs, slow)), 'it has not failed').toBe(false);
  });

  test('a published image is pulled, marked as ours, found, and there the second time', async () => {
    const registry = await startRegistry(
      new Map([[`swebench/sweb.eval.x86_64.owner_1776_project-${process.pid}`, 'PUBLISHED']]),
    );
    const task = { ...problem.task, id: `owner__project-${process.pid}` };
    const options = { registry: registry.host, pausesMs: [] };
    try {
      const pulled = await pullPublished(site, { ...problem, task }, options);
      expect(pulled).toMatchObject({ status: 'pulled' });
      const found = await findInstanceImage(engine, { ...problem, task }, []);
      expect(found).toMatchObject({ origin: 'published', name: markedName(task.id), testbed: '/testbed' });
      expect(await pullPublished(site, { ...problem, task }, options)).toMatchObject({ status: 'there' });
      const ours = ourImages(await engine.images.list(), true).filter(({ names }) =>
        names.includes(markedName(task.id)),
      );
      expect(await removeImages(engine.images, ours)).toEqual([]);
      expect(await findInstanceImage(engine, { ...problem, task }, [])).toBeUndefined();
    } finally {
      registry.close();
    }
  });

  test('however a registry refuses, the image is missing and that is one sentence; where it may pass, after pauses', async () => {
    const id = `owner__project-${process.pid}`;
    const registry = await startRegistry(
      new Map([[`swebench/sweb.eval.x86_64.${id.replace('__', '_1776_')}`, 'PUBLISHED']]),
    );
    const one = { ...problem, task: { ...problem.task, id } };
    const said: string[] = [];
    const pull = async (host = registry.host) => {
      said.length = 0;
      const options = { published: { registry: host, pausesMs: [1, 1] }, now: () => 0 };
      const [build] = await buildInstances(
        { ...site, say: (line) => said.push(line) },
        ...([[one], [environment], options, () => {}] as const),
      );
      return build;
    };
    const refused = (why: string) => ({
      ...{ status: 'image-missing', cause: 'not-pulled' },
      why: expect.stringMatching(new RegExp(`^${why}.*: [^\n]{1,300}$`)),
    });
    try {
      for (const [how, why, pauses] of [
        ['pull-limit', 'the registry refuses more pulls for now', 2],
        [401, 'the registry refuses to give the image', 0],
        [403, 'the registry refuses to give the image', 0],
        [404, 'the registry has no such image', 0],
        [500, 'the registry does not answer', 2],
        [503, 'the registry does not answer', 2],
        ['closed', 'the registry does not answer', 2],
      ] as const) {
        registry.refuse(how);
        expect(await pull(), String(how)).toMatchObject(refused(why));
        expect(said, String(how)).toHaveLength(pauses);
        expect(failedAttempt(logs, id, instanceLayer(layersOf(one, environment)).name)?.cause).toBe('not-pulled');
      }
      registry.refuse();
      expect(await pull(), 'the same again').toMatchObject({ status: 'pulled' });
      expect(failedAttempt(logs, id, instanceLayer(layersOf(one, environment)).name)).toBeUndefined();
    } finally {
      registry.close();
      const ours = ourImages(await engine.images.list(), true).filter(({ names }) => names.includes(markedName(id)));
      await removeImages(engine.images, ours);
    }
    expect(await pull(), 'nobody there').toMatchObject(refused('the registry does not answer'));
  });
});

describe('without a daemon', () => {
  const nothing = { ...engine, image: async () => undefined };

  test('an interpreter that is not there fails its instances with what to install, and the others go on', async () => {
    const withBase = {
      ...nothing,
      image: async (name: string) => (name.includes('-base:') ? { id: '', labels: {}, sizeBytes: 0 } : undefined),
    };
    const second = { ...problem, task: { ...problem.task, id: 'owner__project-2' }, version: '7' };
    const done: string[] = [];
    const builds = await buildInstances(
      { ...site, engine: withBase },
      [problem, second],
      [environment],
      { now: () => 0 },
      ({ id }) => void done.push(id),
    );
    expect(done.toSorted()).toEqual(['owner__project-1', 'owner__project-2']);
    const text = describeBuilds(builds);
    expect(text).toContain('no Python 3.9 in /nowhere: install one there (pyenv install 3.9)');
    expect(text).toContain('no specification of owner/project 7');
    expect(text).toContain('2 failed');
    expect(builds.map((build) => 'cause' in build && build.cause).toSorted()).toEqual([
      'interpreter-failed',
      'no-specification',
    ]);
    const instance = instanceLayer(layersOf(problem, environment)).name;
    expect(failedAttempt(logs, 'owner__project-1', instance)).toMatchObject({ cause: 'interpreter-failed' });
  });

  test('an instance whose mirror lacks a commit it needs has no image, named in a sentence; nothing of it is built', async () => {
    const lacking = { ...problem, task: { ...problem.task, baseCommit: 'f'.repeat(40) } };
    const fromFile = { ...problem, environmentCommit: 'e'.repeat(40) };
    const asked = { ...environment, requirementFiles: ['requirements.txt'] };
    const build = (one: typeof problem, by: EnvironmentSpecification) =>
      buildInstances({ ...site, engine: nothing }, [one], [by], { now: () => 0 }, () => {});
    const found = (commit: string) => [
      {
        ...{ status: 'image-missing', cause: 'no-commit' },
        why: `${mirror.path} does not have commit ${commit} of owner/project: fetch it there`,
      },
    ];
    expect(await build(lacking, environment)).toMatchObject(found('f'.repeat(40)));
    expect(await build(fromFile, asked)).toMatchObject(found('e'.repeat(40)));
    const shared = [{ commit: 'd'.repeat(40), instances: [problem.task.id] }];
    expect(await build(problem, { ...environment, shared })).toMatchObject(found('d'.repeat(40)));
    expect(
      await build(problem, { ...environment, sources: { commit: 'd'.repeat(40), instances: [problem.task.id] } }),
    ).toMatchObject(found('d'.repeat(40)));
  });

  test.each([
    ['toomanyrequests: You have reached your pull rate limit.', 'pull-limit'],
    ['Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host', 'unreachable'],
    ['net/http: TLS handshake timeout', 'unreachable'],
    ['received unexpected HTTP status: 503 Service Unavailable', 'unreachable'],
    ['Get "http://127.0.0.1:33429/v2/": dial tcp 127.0.0.1:33429: connect: connection refused', 'unreachable'],
    ['manifest for a/b:latest not found: manifest unknown', 'no-such-image'],
    ['pull access denied for a/b, repository does not exist', 'no-such-image'],
    ['manifest unknown', 'no-such-image'],
    ['name unknown', 'no-such-image'],
    ["error parsing HTTP 404 response body: invalid character 'o' in literal null", 'no-such-image'],
    ['unauthorized', 'refused'],
    ['denied', 'refused'],
    ['Head "http://127.0.0.1:1/v2/a/b/manifests/latest": no basic auth credentials', 'refused'],
    ['received unexpected HTTP status: 500 Internal Server Error', 'unreachable'],
    ['Get "http://127.0.0.1:35669/v2/": EOF', 'unreachable'],
    ['something else', 'other'],
  ])('%s', (words, fault) => {
    expect(pullFaultOf(words)).toBe(fault);
  });
});
