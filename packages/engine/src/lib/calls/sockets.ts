import { ENOTSOCK } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

/**
 * `sock_accept`, `sock_recv`, `sock_send`, `sock_shutdown`. A guest has no sockets, so any open descriptor is ENOTSOCK
 * and any other EBADF (recv(2), POSIX.1-2024).
 */
export function socketCalls({ descriptors }: GuestContext): CallTable {
  const refuseSocket = (fd: number): never => {
    descriptors.get(fd);
    return refuse(ENOTSOCK);
  };
  return {
    sock_accept: (fd: number, _flags: number, _result: number) => refuseSocket(fd),
    sock_recv: (fd: number, _data: number, _count: number, _flags: number, _size: number, _outFlags: number) =>
      refuseSocket(fd),
    sock_send: (fd: number, _data: number, _count: number, _flags: number, _size: number) => refuseSocket(fd),
    sock_shutdown: (fd: number, _how: number) => refuseSocket(fd),
  };
}
