const encoder = new TextEncoder();

/** A file of `/etc` that is the same in every run. */
export interface StaticContent {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const file = (name: string, text: string): StaticContent => ({ name, bytes: encoder.encode(text) });

/** What programs commonly look for in `/etc`, as small as it can be. Names are resolved by the host, not by a resolver. */
export const ETC_FILES: readonly StaticContent[] = [
  file('passwd', 'root:x:0:0:root:/root:/bin/sh\nguest:x:1000:1000:guest:/home/guest:/bin/sh\n'),
  file('group', 'root:x:0:\nguest:x:1000:\n'),
  file('hosts', '127.0.0.1\tlocalhost\n::1\tlocalhost\n'),
  file('resolv.conf', '# Names are resolved by the host.\n'),
];
