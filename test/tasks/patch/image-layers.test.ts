import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadEnvironments } from '../../../harness/loading/load-dataset.ts';
import { httpbinLayers } from '../../../harness/tasks/patch/images/httpbin-image.ts';
import { instanceLayer, layersOf, SETTINGS } from '../../../harness/tasks/patch/images/image-layers.ts';
import { markedName, publishedName } from '../../../harness/tasks/patch/images/published-image.ts';
import { registrySettings } from '../../../harness/tasks/patch/images/registry-settings.ts';
import type { EnvironmentSpecification } from '../../../harness/types/environment-specification.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const environment: EnvironmentSpecification = {
  repository: 'owner/project',
  versions: ['1.0', '1.1'],
  python: '3.9',
  packages: 'pytest==7.4.0',
  install: 'python -m pip install -e .',
  testCommand: 'pytest -rA',
};

const instance = {
  task: {
    kind: 'patch' as const,
    id: 'owner__project-1',
    prompt: '',
    repository: 'owner/project',
    baseCommit: 'a'.repeat(40),
  },
  environmentCommit: 'b'.repeat(40),
};

const names = (changed: Partial<EnvironmentSpecification> = {}, other: object = {}): string[] =>
  layersOf({ ...instance, ...other }, { ...environment, ...changed }).map(({ name }) => name);

/** A commit of that letter, shared by the instance and another one. */
const sharing = (letter: string) => ({
  shared: [{ commit: letter.repeat(40), instances: ['owner__project-1', 'owner__project-2'] }],
});

describe('a name says what an image is made of', () => {
  test('the same parts are the same image, whatever the versions and remarks of the specification', () => {
    expect(names({ versions: ['9'], departures: ['a remark'], testCommand: 'other', cpus: 1 })).toEqual(names());
  });

  test('a package changes the environment and what is built upon it, not what lies below', () => {
    const [base, interpreter, packages, whole] = names();
    const changed = names({ packages: 'pytest==7.4.1' });
    expect(changed.slice(0, 2)).toEqual([base, interpreter]);
    expect(changed[2]).not.toBe(packages);
    expect(changed[3]).not.toBe(whole);
  });

  test.each([
    ['pins', { pins: 'six==1.16.0' }, 2],
    ['what others are built with', { buildPackages: 'setuptools==38.2.4' }, 2],
    ['the interpreter', { python: '3.8' }, 1],
    ['the install line', { install: 'true' }, 3],
    ['lines before it', { beforeInstall: ['true'] }, 3],
    ['lines after it', { afterInstall: ['true'] }, 3],
  ])('%s count', (_, changed, from) => {
    const [before, after] = [names(), names(changed)];
    expect(after.slice(0, from)).toEqual(before.slice(0, from));
    for (const [index, name] of after.entries()) if (index >= from) expect(name).not.toBe(before[index]);
  });

  test('what others are built with is installed before them', () => {
    const recipe = { ...environment, buildPackages: 'setuptools==38.2.4', requirementFiles: ['requirements.txt'] };
    const installs = layersOf(instance, recipe)[2]
      ?.script.split('\n')
      .filter((line) => line.includes('pip install'));
    expect(installs?.map((line) => line.replace(/^.*pins /, ''))).toEqual([
      "'setuptools==38.2.4'",
      '-r /lucid-build/requirements.txt',
      "'pytest==7.4.0'",
    ]);
  });

  test('two instances of one specification share everything but the last layer', () => {
    const other = names({}, { task: { ...instance.task, baseCommit: 'c'.repeat(40) } });
    expect(other.slice(0, 3)).toEqual(names().slice(0, 3));
    expect(other[3]).not.toBe(names()[3]);
  });

  test('a commit that instances share is a layer below them, and not in the name of those without one', () => {
    const shared = sharing('e');
    const [one, other] = [names(shared), names(shared, { task: { ...instance.task, baseCommit: 'c'.repeat(40) } })];
    expect(names(shared, { task: { ...instance.task, id: 'owner__project-3' } })).toHaveLength(4);
    expect(one).toHaveLength(5);
    expect(one.slice(0, 3)).toEqual(names().slice(0, 3));
    expect(one[3]).toMatch(/-repository:project-/);
    expect(other.slice(0, 4)).toEqual(one.slice(0, 4));
    expect(other[4]).not.toBe(one[4]);
    expect(names(sharing('d'))[3]).not.toBe(one[3]);
    expect(names({ ...shared, install: 'true' })[3]).not.toBe(one[3]);
    const layers = layersOf(instance, { ...environment, ...shared });
    expect(instanceLayer(layers).name).toBe(one[4]);
    expect(layers.map(({ kind }) => kind)).toEqual(['base', 'interpreter', 'environment', 'repository', 'instance']);
  });

  test('system packages are a layer below the interpreter: specifications of two Pythons share it', () => {
    const [one, other] = ['3.9', '3.11'].map((python) => names({ python, systemPackages: 'jq' }));
    expect(one).toHaveLength(5);
    expect(one?.[0]).toBe(names()[0]);
    expect(one?.[1]).toMatch(/-system:project-/);
    expect(other?.slice(0, 2)).toEqual(one?.slice(0, 2));
    for (const index of [2, 3, 4]) expect(other?.[index]).not.toBe(one?.[index]);
    expect(names({ python: '3.9', systemPackages: 'wget' })[1]).not.toBe(one?.[1]);
    expect(layersOf(instance, { ...environment, systemPackages: 'jq' })[1]?.script).toContain(' jq\n');
  });

  test('sources lie below the interpreter; what is installed upon them, and each instance, brings what differs', () => {
    const sources = { commit: '5'.repeat(40), instances: ['owner__project-1', 'owner__project-2'] };
    const kindsOf = (more: Partial<EnvironmentSpecification>, id = instance.task.id) =>
      layersOf({ ...instance, task: { ...instance.task, id } }, { ...environment, ...more }).map(({ kind, checkout }) =>
        [kind, checkout?.commit[0], checkout?.below?.[0]].join(' ').trim(),
      );
    const alone = ['base', 'sources 5', 'interpreter', 'environment', 'instance a 5'];
    expect(kindsOf({ sources })).toEqual(alone);
    expect(kindsOf({ sources, systemPackages: 'jq' })).toEqual(['base', 'system', ...alone.slice(1)]);
    expect(kindsOf({ sources, ...sharing('e') })).toEqual([...alone.slice(0, 4), 'repository e 5', 'instance a e']);
    expect(kindsOf({ sources }, 'owner__project-3')).toEqual(['base', 'interpreter', 'environment', 'instance a']);
    const below = (python: string) => names({ python, sources }).slice(0, 2);
    expect(below('3.9')).toEqual(below('3.11'));
    expect(names({ sources: { ...sources, instances: ['owner__project-1'] } })).toEqual(names({ sources }));
  });

  test('the server of one repository stands upon its interpreter, whatever lies below that', () => {
    for (const more of [{}, { systemPackages: 'jq' }]) {
      const layers = httpbinLayers(layersOf(instance, { ...environment, ...more }));
      expect(layers.at(-2)?.kind).toBe('interpreter');
      expect(layers.at(-1)?.dockerfile).toContain(`FROM ${layers.at(-2)?.name}\n`);
    }
  });

  test('requirement files are those of a commit: another commit is another environment, unless there are none', () => {
    const later = { environmentCommit: 'd'.repeat(40) };
    expect(names({}, later)).toEqual(names());
    const files = { requirementFiles: ['requirements.txt'] };
    expect(names(files, later)[2]).not.toBe(names(files)[2]);
  });

  test('the pip that comes with Python 3.6 replaces itself with its cache on: turned off, it ends in an exception', () => {
    const upgrade = (python: string) =>
      layersOf(instance, { ...environment, python })[1]
        ?.script.split('\n')
        .filter((line) => line.includes('--upgrade $tools'));
    expect(upgrade('3.6')).toEqual(['env -u PIP_NO_CACHE_DIR python -m pip install --upgrade $tools']);
    expect(upgrade('3.9')).toEqual(['python -m pip install --upgrade $tools']);
  });

  test('the 300 instances need 4 interpreters at least, and names that Docker allows', async () => {
    const environments = await loadEnvironments('swe-bench-lite');
    for (const each of environments) {
      for (const { name } of layersOf(instance, each)) expect(name).toMatch(/^[a-z/-]+:[\w][\w.-]{0,127}$/);
    }
    expect(new Set(environments.map(({ python }) => python)).size).toBe(5);
  });
});

describe('settings of registries', () => {
  const settings = { PIP_INDEX_URL: 'https://index.example', http_proxy: 'http://proxy.example', DEBIAN_MIRROR: '' };

  test('become arguments of a build; empty ones and others do not', () => {
    const { buildArguments, certificates } = registrySettings({ ...settings, HOME: '/home/user' });
    expect(buildArguments).toEqual({ PIP_INDEX_URL: 'https://index.example', http_proxy: 'http://proxy.example' });
    expect(certificates).toBeUndefined();
  });

  test('their values are in no recipe, and no recipe sets a variable', () => {
    for (const { dockerfile, script } of layersOf(instance, environment)) {
      expect(`${dockerfile}${script}`).not.toContain('example');
      expect(dockerfile).not.toMatch(/^ENV/m);
      for (const name of SETTINGS) expect(dockerfile).toContain(`ARG ${name}\n`);
    }
  });

  test('a bundle of certificates is read; one that is not there is a sentence', () => {
    const path = join(temporaryFolder(), 'ca.pem');
    writeFileSync(path, 'certificates');
    expect(registrySettings({ SSL_CERT_FILE: path }).certificates).toEqual(readFileSync(path));
    expect(() => registrySettings({ PIP_CERT: '/nowhere.pem' })).toThrow('PIP_CERT names /nowhere.pem');
  });
});

test('the published image of an instance, and our mark on it', () => {
  expect(publishedName('psf__requests-2674')).toBe('swebench/sweb.eval.x86_64.psf_1776_requests-2674:latest');
  expect(markedName('psf__requests-2674')).toBe('lucid-bench/swebench-published:psf__requests-2674');
});
