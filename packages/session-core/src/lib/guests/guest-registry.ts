import { loadTree } from '../load-tree.ts';
import type { GuestProgram, ProgramImage, RuntimeCapabilities } from '../runtime-port.ts';
import type { GuestInfo } from '../session.ts';
import { toExecutionError } from '../to-execution-error.ts';
import type { Tree } from '../tree-entry.ts';
import type { HostFiles } from '../vfs/host-files.ts';
import { compileGuest, sha256Hex } from './compile-guest.ts';
import type { ParsedGuest } from './parse-guest-options.ts';

/** A guest that was checked and compiled, and only needs to be put in place. */
export interface PreparedGuest {
  readonly info: GuestInfo;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly owned: boolean;
  readonly module: WebAssembly.Module;
  readonly data: Tree | null;
}

interface Registered {
  readonly info: GuestInfo;
  readonly program: GuestProgram;
  readonly hasData: boolean;
}

/** A module that one or more guests share. */
interface Shared {
  readonly module: WebAssembly.Module;
  readonly moduleId: number;
  readonly image: ProgramImage;
  uses: number;
}

/** One-off modules kept compiled, so that running the same bytes again does not compile them again. */
const MAX_ONE_OFF = 4;
const NO_IMAGE: ProgramImage = Object.freeze({ size: 0, addr: -1, cap: 0, blocks: null });

/** The guests of a Session by name. The bytes of a module lie in the slabs once, however many names it has. */
export class GuestRegistry {
  readonly #files: HostFiles;
  readonly #capabilities: RuntimeCapabilities;
  readonly #guests = new Map<string, Registered>();
  readonly #shared = new Map<string, Shared>();
  readonly #oneOff = new Map<string, GuestProgram>();
  #programs: readonly GuestProgram[] = [];
  #nextModuleId = 1;

  constructor(files: HostFiles, capabilities: RuntimeCapabilities) {
    this.#files = files;
    this.#capabilities = capabilities;
  }

  /** Every guest as a run shows it, sorted by name. */
  get programs(): readonly GuestProgram[] {
    return this.#programs;
  }

  find(name: string): GuestProgram | undefined {
    return this.#guests.get(name)?.program;
  }

  list(): GuestInfo[] {
    return this.#programs.flatMap(({ name }) => this.#guests.get(name)?.info ?? []);
  }

  /** Checks and compiles a guest; nothing is changed. */
  async prepare(guest: ParsedGuest, knownSha256?: string): Promise<PreparedGuest> {
    const sha256 = knownSha256 ?? (await sha256Hex(guest.bytes));
    const known = this.#shared.get(sha256) ?? this.#oneOff.get(sha256);
    const module = known?.module ?? (await compileGuest(guest.bytes, this.#capabilities));
    const info = Object.freeze({ name: guest.name, sha256, size: guest.bytes.length });
    return { info, bytes: guest.bytes, owned: guest.owned, module, data: guest.data };
  }

  /** Puts a guest in place of what had its name, whole or not at all. */
  register(prepared: PreparedGuest): GuestInfo {
    const { info, data } = prepared;
    const { name, sha256 } = info;
    const shared = this.#share(prepared);
    try {
      if (data !== null) this.#mount(name, data);
    } catch (error) {
      this.#unshare(sha256);
      throw toExecutionError(error, `register ${name}`, []);
    }
    const earlier = this.#guests.get(name);
    if (data === null && earlier?.hasData === true) this.#files.unmountData(name);
    const { module, moduleId, image } = shared;
    const program = Object.freeze({ name, module, moduleId, image });
    this.#guests.set(name, { info, program, hasData: data !== null });
    if (earlier !== undefined) this.#unshare(earlier.info.sha256);
    this.#listPrograms();
    return info;
  }

  unregister(name: string): boolean {
    const earlier = this.#guests.get(name);
    if (earlier === undefined) return false;
    this.#guests.delete(name);
    if (earlier.hasData) this.#files.unmountData(name);
    this.#unshare(earlier.info.sha256);
    this.#listPrograms();
    return true;
  }

  /** A module to run once under no name of its own. */
  async oneOff(bytes: Uint8Array<ArrayBuffer>): Promise<GuestProgram> {
    const sha256 = await sha256Hex(bytes);
    const known = this.#oneOff.get(sha256);
    if (known !== undefined) return known;
    const shared = this.#shared.get(sha256);
    const module = shared?.module ?? (await compileGuest(bytes, this.#capabilities));
    const moduleId = shared?.moduleId ?? this.#nextModuleId++;
    const program = Object.freeze({ name: 'guest', module, moduleId, image: NO_IMAGE });
    this.#oneOff.set(sha256, program);
    for (const oldest of this.#oneOff.keys()) {
      if (this.#oneOff.size <= MAX_ONE_OFF) break;
      this.#oneOff.delete(oldest);
    }
    return program;
  }

  #share({ info, bytes, module, owned }: PreparedGuest): Shared {
    let shared = this.#shared.get(info.sha256);
    if (shared === undefined) {
      const oneOff = this.#oneOff.get(info.sha256);
      const moduleId = oneOff?.module === module ? oneOff.moduleId : this.#nextModuleId++;
      try {
        shared = { module, moduleId, image: this.#files.storeImage(bytes, owned), uses: 0 };
      } catch (error) {
        throw toExecutionError(error, `register ${info.name}`, []);
      }
      this.#shared.set(info.sha256, shared);
    }
    shared.uses += 1;
    return shared;
  }

  #unshare(sha256: string): void {
    const shared = this.#shared.get(sha256);
    if (shared === undefined) return;
    shared.uses -= 1;
    if (shared.uses > 0) return;
    this.#shared.delete(sha256);
    this.#files.freeImage(shared.image);
  }

  /** Mounts data beside what is there and swaps the two, so that a failure leaves the earlier data. */
  #mount(name: string, data: Tree): void {
    const fresh = `.${name}`;
    const files = this.#files;
    try {
      files.mountData(fresh, (vfs, directory) => loadTree(vfs, new Map([[`/usr/share/${name}`, directory]]), data));
    } catch (error) {
      files.unmountData(fresh);
      throw error;
    }
    files.unmountData(name);
    const { store } = files.vfs;
    const usr = store.lookup(store.root, 'usr');
    const share = usr === undefined ? undefined : store.lookup(usr, 'share');
    const directory = share === undefined ? undefined : store.lookup(share, fresh);
    if (share === undefined || directory === undefined)
      throw new RangeError(`Cannot mount the data of ${name}: it is gone`);
    store.remove(share, fresh);
    store.enter(share, name, directory);
    files.forgetLog();
  }

  #listPrograms(): void {
    const names = [...this.#guests.keys()].sort();
    this.#programs = Object.freeze(names.flatMap((name) => this.#guests.get(name)?.program ?? []));
  }
}
