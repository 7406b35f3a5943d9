import type { FsEntry } from '@aletheia-works/session-core';

/** Code that an operation of the model is refused with. */
export class ModelRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

interface FileNode {
  readonly type: 'file';
  data: string;
  readonly mode: number;
}
interface LinkNode {
  readonly type: 'symlink';
  readonly target: string;
}
interface DirectoryNode {
  readonly type: 'directory';
  readonly children: Map<string, ModelNode>;
}
type ModelNode = FileNode | LinkNode | DirectoryNode;

interface Found {
  readonly parent: DirectoryNode | null;
  readonly name: string;
  readonly node: ModelNode | undefined;
  readonly path: string;
}

const isName = (part: string): boolean => part !== '' && part !== '.';

const refuse = (code: string): never => {
  throw new ModelRefusal(code);
};

/**
 * The file operations of a Session in as few lines as they can be said: nested maps, with paths as strings. Hard links are
 * files that are in two maps.
 */
export class SessionModel {
  readonly #roots = ['/work', '/home/guest'] as const;
  readonly #top = new Map<string, DirectoryNode>();
  cwd = '/work';

  constructor(entries: readonly FsEntry[]) {
    for (const root of this.#roots) this.#top.set(root, { type: 'directory', children: new Map() });
    const files = new Map<number, FileNode>();
    for (const { path, type, data, target, mode = 0o644, inodeId } of entries) {
      const cut = path.lastIndexOf('/');
      const parent = this.#find(path.slice(0, cut), false).node;
      if (parent?.type !== 'directory') throw new Error(`The model needs ${path} after its directory`);
      let node: ModelNode = { type: 'directory', children: new Map() };
      if (type === 'symlink') node = { type, target: target ?? '' };
      if (type === 'file') {
        node = files.get(inodeId ?? -1) ?? { type, data: new TextDecoder().decode(data), mode };
        if (inodeId !== undefined) files.set(inodeId, node);
      }
      parent.children.set(path.slice(cut + 1), node);
    }
  }

  /** Every path with what is there, in a form that compares. */
  dump(): Record<string, string> {
    const all: Record<string, string> = {};
    const walk = (path: string, node: ModelNode): void => {
      if (node.type === 'file') all[path] = `${node.mode.toString(8)} ${node.data}`;
      else if (node.type === 'symlink') all[path] = `-> ${node.target}`;
      else {
        all[path] = '/';
        for (const [name, child] of node.children) walk(`${path}/${name}`, child);
      }
    };
    for (const [path, node] of this.#top) walk(path, node);
    return all;
  }

  read(path: string): string {
    const { node } = this.#find(path, true);
    if (node === undefined) throw new ModelRefusal('NOT_FOUND');
    return node.type === 'file' ? node.data : refuse('NOT_FILE');
  }

  write(path: string, data: string): void {
    const { parent, name, node } = this.#find(path, true);
    if (node?.type === 'file') node.data = data;
    else if (node !== undefined || parent === null) refuse('NOT_FILE');
    else parent.children.set(name, { type: 'file', data, mode: 0o644 });
  }

  makeDirectory(path: string): void {
    const { parent, name, node } = this.#find(path, false);
    if (node !== undefined || parent === null) refuse('INVALID_INPUT');
    else parent.children.set(name, { type: 'directory', children: new Map() });
  }

  remove(path: string, recursive: boolean): void {
    const { parent, name, node } = this.#find(path, false);
    if (parent === null) throw new ModelRefusal('INVALID_INPUT');
    if (node === undefined) throw new ModelRefusal('NOT_FOUND');
    if (node.type === 'directory' && node.children.size > 0 && !recursive) throw new ModelRefusal('INVALID_INPUT');
    parent.children.delete(name);
  }

  setCwd(path: string): void {
    const found = this.#find(path, true);
    if (found.node?.type !== 'directory') refuse('NOT_FOUND');
    this.cwd = found.path;
  }

  copy(from: string, to: string, recursive: boolean): void {
    const source = this.#find(from, false);
    const { node } = source;
    if (node === undefined) throw new ModelRefusal('NOT_FOUND');
    if (!recursive && node.type !== 'file') throw new ModelRefusal('NOT_FILE');
    const target = this.#place(source, node, to);
    if (target.node?.type === 'symlink') throw new ModelRefusal('INVALID_INPUT');
    this.#checkLinks(node, target.path);
    if (node.type === 'file' && target.node?.type === 'file') target.node.data = node.data;
    else target.parent?.children.set(target.name, copyOf(node));
  }

  move(from: string, to: string): void {
    const source = this.#find(from, false);
    const { node, parent } = source;
    if (node === undefined) throw new ModelRefusal('NOT_FOUND');
    if (parent === null) throw new ModelRefusal('INVALID_INPUT');
    const target = this.#place(source, node, to);
    this.#checkLinks(node, target.path);
    parent.children.delete(source.name);
    target.parent?.children.set(target.name, node);
    if (`${this.cwd}/`.startsWith(`${source.path}/`)) this.cwd = target.path + this.cwd.slice(source.path.length);
  }

  #place(source: Found, node: ModelNode, to: string): Found {
    let target = this.#find(to, false);
    if (target.node?.type === 'directory') {
      const inside = target.node;
      const path = `${target.path}/${source.name}`;
      target = { parent: inside, name: source.name, node: inside.children.get(source.name), path };
    }
    if (node.type === 'directory' && `${target.path}/`.startsWith(`${source.path}/`)) refuse('INVALID_INPUT');
    if (target.node === node || target.node?.type === 'directory') refuse('INVALID_INPUT');
    if (node.type === 'directory' && target.node !== undefined) refuse('INVALID_INPUT');
    return target;
  }

  #checkLinks(node: ModelNode, path: string): void {
    if (node.type === 'directory') {
      for (const [name, child] of node.children) this.#checkLinks(child, `${path}/${name}`);
    } else if (node.type === 'symlink') {
      const at = node.target.startsWith('/') ? [] : path.split('/').slice(1, -1);
      for (const part of node.target.split('/')) {
        if (part === '..' && at.pop() === undefined) refuse('INVALID_INPUT');
        if (part !== '..' && part !== '' && part !== '.') at.push(part);
      }
      if (!this.#roots.some((root) => `/${at.join('/')}/`.startsWith(`${root}/`))) refuse('INVALID_INPUT');
    }
  }

  /** Resolves component by component; `at` is the path so far without links. */
  #find(path: string, follow: boolean): Found {
    const rest = (path.startsWith('/') ? path : `${this.cwd}/${path}`).split('/').filter(isName);
    let at: string[] = [];
    for (let links = 0; rest.length > 0; ) {
      const name = rest.shift() ?? '';
      if (name === '..') {
        if (at.pop() === undefined) refuse('INVALID_INPUT');
        continue;
      }
      const next = [...at, name];
      const parent = this.#directory(at);
      if (parent === null) {
        at = next;
        if (!this.#roots.some((root) => `${root}/`.startsWith(`/${at.join('/')}/`))) refuse('INVALID_INPUT');
        continue;
      }
      const node = parent.children.get(name);
      if (node?.type === 'symlink' && (follow || rest.length > 0)) {
        links += 1;
        if (links > 40) refuse('INVALID_INPUT');
        if (node.target.startsWith('/')) at = [];
        rest.unshift(...node.target.split('/').filter(isName));
        continue;
      }
      if (rest.length === 0) return { parent, name, node, path: `/${next.join('/')}` };
      if (node?.type !== 'directory') refuse('NOT_FOUND');
      at = next;
    }
    const node = this.#directory(at);
    if (node === null) throw new ModelRefusal('INVALID_INPUT');
    const parent = this.#roots.includes(`/${at.join('/')}` as '/work') ? null : this.#directory(at.slice(0, -1));
    return { parent, name: at.at(-1) ?? '', node, path: `/${at.join('/')}` };
  }

  /** The directory at a path without links; null above the roots. */
  #directory(at: readonly string[]): DirectoryNode | null {
    const path = `/${at.join('/')}`;
    const root = this.#roots.find((each) => `${path}/`.startsWith(`${each}/`));
    let node: ModelNode | undefined = root === undefined ? undefined : this.#top.get(root);
    for (const name of root === undefined ? [] : path.slice(root.length + 1).split('/')) {
      if (name !== '' && node?.type === 'directory') node = node.children.get(name);
    }
    return node?.type === 'directory' ? node : null;
  }
}

function copyOf(node: ModelNode): ModelNode {
  if (node.type !== 'directory') return { ...node };
  return { type: 'directory', children: new Map([...node.children].map(([name, child]) => [name, copyOf(child)])) };
}
