import { existsSync } from 'node:fs';
import type { Environment } from '../../storage/cache-folder.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { Interpreter } from '../runner/python.ts';
import { minorOf, TOOLS_PATH, toolsFolder, toolsImageName } from './install.ts';
import type { ToolJob } from './job.ts';

/** The tools are not there: in one sentence, with what to do about it. */
export interface ToolsMissing {
  readonly missing: string;
}

/** Folders of this machine that the tools need, Python modules among them: where a job finds them under bubblewrap, and where they are. */
interface ToolFolders {
  readonly folders: Readonly<Record<string, string>>;
}

/** Tools that jobs run beside untrusted code: where each kind of sandbox has them. */
export interface ToolSet {
  /** The image that has them; made by `install`. */
  readonly imageName: () => string;
  /** The command that brings them. */
  readonly install: string;
  /** What of them lies on this machine, for sandboxes without Docker. */
  locate(python: Interpreter, environment: Environment): ToolFolders | ToolsMissing;
  /** A job that ends with exit 0 where the tools can be used. */
  readonly probe: ToolJob;
}

const INSTALL_CHECK_TOOLS = 'npm run build-images -- --tools';

/** hypothesis, CrossHair and mypy: they run checks of claims. */
export const CHECK_TOOLS: ToolSet = {
  imageName: toolsImageName,
  install: INSTALL_CHECK_TOOLS,
  locate(python, environment) {
    const folder = toolsFolder(minorOf(python), environment);
    if (existsSync(folder)) return { folders: { [TOOLS_PATH]: folder } };
    return { missing: `no tools for Python ${minorOf(python)} in ${folder} (${INSTALL_CHECK_TOOLS})` };
  },
  probe: {
    files: { 'probe.py': 'import hypothesis, crosshair, mypy\n' },
    program: 'probe.py',
    limits: DEFAULT_LIMITS,
  },
};
