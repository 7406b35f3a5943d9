/**
 * The file commands once more, as simply as they can be said: a map from canonical paths to nodes. Written from the
 * rules, not from the code that it checks.
 */
export type Node =
  | { readonly type: 'file'; readonly content: string }
  | { readonly type: 'directory' }
  | { readonly type: 'symlink'; readonly target: string };

/** Every code that fits; the rules leave open which one is told when several things are wrong. */
export class Refused extends Error {
  readonly codes: ReadonlySet<string>;

  constructor(...codes: string[]) {
    super(codes.join(' or '));
    this.codes = new Set(codes);
  }
}

const ROOTS = ['/work', '/home/guest'];
const isBelow = (path: string, directory: string): boolean => path.startsWith(`${directory}/`);
const isWithin = (path: string, directory: string): boolean => path === directory || isBelow(path, directory);
const isInRoots = (path: string): boolean => ROOTS.some((root) => isWithin(path, root));
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export class FileModel {
  readonly nodes = new Map<string, Node>(ROOTS.map((root) => [root, { type: 'directory' }]));
  cwd = '/work';

  ls(path: string): string {
    const at = this.#existing(path, false);
    const paths =
      this.nodes.get(at)?.type === 'directory' ? [...this.nodes.keys()].filter((each) => parentOf(each) === at) : [at];
    return paths
      .map((each) => this.#describe(each))
      .sort()
      .map((line) => `${line}\n`)
      .join('');
  }

  cat(path: string): string {
    const node = this.nodes.get(this.#existing(path, true));
    if (node?.type !== 'file') throw new Refused('NOT_FILE');
    return node.content;
  }

  cd(path: string): string {
    const at = this.#existing(path, true);
    if (this.nodes.get(at)?.type !== 'directory') throw new Refused('NOT_FOUND');
    this.cwd = at;
    return '';
  }

  rm(path: string): string {
    let at: string;
    try {
      at = this.#existing(path, false);
    } catch (error) {
      if (error instanceof Refused && error.codes.has('NOT_FOUND')) return '';
      throw error;
    }
    if (ROOTS.includes(at)) throw new Refused('INVALID_INPUT');
    for (const each of [...this.nodes.keys()]) if (isWithin(each, at)) this.nodes.delete(each);
    return '';
  }

  cp(from: string, to: string, recursive: boolean): string {
    const [source, target] = this.#ends(from, to, (at) => {
      const isFile = this.nodes.get(at)?.type === 'file';
      return isFile || recursive ? [] : ['NOT_FILE'];
    });
    if (this.nodes.get(target)?.type === 'symlink') throw new Refused('INVALID_INPUT');
    for (const [path, node] of this.#tree(source)) this.nodes.set(target + path.slice(source.length), node);
    return '';
  }

  mv(from: string, to: string): string {
    const [source, target] = this.#ends(from, to, (at) => (ROOTS.includes(at) ? ['INVALID_INPUT'] : []));
    const tree = this.#tree(source);
    for (const [path] of tree) this.nodes.delete(path);
    for (const [path, node] of tree) this.nodes.set(target + path.slice(source.length), node);
    if (isWithin(this.cwd, source)) this.cwd = target + this.cwd.slice(source.length);
    return '';
  }

  /** Source and final target of a copy or move, with everything checked that both have in common. */
  #ends(from: string, to: string, check: (source: string) => string[]): [string, string] {
    const faults: string[] = [];
    const attempt = (find: () => string): string | null => {
      try {
        return find();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        faults.push(...error.codes);
        return null;
      }
    };
    const source = attempt(() => this.#existing(from, false));
    if (source !== null) faults.push(...check(source));
    let target = attempt(() => this.#resolve(to, false));
    if (source !== null && target !== null) {
      if (this.nodes.get(target)?.type === 'directory') target = `${target}/${nameOf(source)}`;
      if (!this.#mayBecome(source, target)) faults.push('INVALID_INPUT');
    }
    if (source === null || target === null || faults.length > 0) throw new Refused(...faults);
    return [source, target];
  }

  #mayBecome(source: string, target: string): boolean {
    const isTree = this.nodes.get(source)?.type === 'directory';
    const replaced = this.nodes.get(target)?.type;
    if (isTree && isWithin(target, source)) return false;
    if (target === source || replaced === 'directory' || (isTree && replaced !== undefined)) return false;
    return this.#tree(source).every(([path, node]) => {
      if (node.type !== 'symlink') return true;
      const leadsTo = joinLexically(parentOf(target + path.slice(source.length)), node.target);
      return leadsTo !== null && isInRoots(leadsTo);
    });
  }

  #tree(top: string): [string, Node][] {
    return [...this.nodes].filter(([path]) => isWithin(path, top));
  }

  #describe(path: string): string {
    const node = this.nodes.get(path);
    if (node?.type === 'directory') return `${nameOf(path)}/`;
    return node?.type === 'symlink' ? `${nameOf(path)} -> ${node.target}` : nameOf(path);
  }

  #existing(path: string, follow: boolean): string {
    const at = this.#resolve(path, follow);
    if (!this.nodes.has(at)) throw new Refused('NOT_FOUND');
    return at;
  }

  /** The canonical path of an entry, which need not exist, in a directory that does. */
  #resolve(path: string, follow: boolean): string {
    const left = (path.startsWith('/') ? path : `${this.cwd}/${path}`).split('/').reverse();
    let links = 0;
    let at = '';
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (name === '' || name === '.') continue;
      if (name === '..') {
        if (at === '') throw new Refused('INVALID_INPUT');
        at = parentOf(at);
        continue;
      }
      const next = `${at}/${name}`;
      const node = this.nodes.get(next);
      const isLast = left.every((each) => each === '' || each === '.');
      if (ROOTS.some((root) => isBelow(root, next))) at = next;
      else if (!isInRoots(next)) throw new Refused('INVALID_INPUT');
      else if (node?.type === 'symlink' && (follow || !isLast)) {
        links += 1;
        if (links > 40) throw new Refused('INVALID_INPUT');
        if (node.target.startsWith('/')) at = '';
        left.push(...node.target.split('/').reverse());
      } else if (isLast) return next;
      else if (node?.type === 'directory') at = next;
      else throw new Refused('NOT_FOUND');
    }
    if (!isInRoots(at)) throw new Refused('INVALID_INPUT');
    return at;
  }
}

function joinLexically(directory: string, target: string): string | null {
  const parts = target.startsWith('/') ? [] : directory.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return `/${parts.join('/')}`;
}
