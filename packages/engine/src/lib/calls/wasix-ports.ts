import { ENOTSUP, SUCCESS } from '../abi/errno.ts';
import { refuse } from '../abi/refusal.ts';
import type { CallTable, GuestContext } from '../process/guest-context.ts';

const MAC_BYTES = 6;

/** WASIX's calls on network interfaces. There are none that a guest could look at or change. */
export function wasixPortCalls({ memory }: GuestContext): CallTable {
  const unchangeable = (): never => refuse(ENOTSUP);
  const none = (count: number): number => {
    memory.view.setUint32(memory.range(count, 4), 0, true);
    return SUCCESS;
  };
  return {
    port_bridge: (_network: number, _length: number, _token: number, _tokenLength: number, _security: number) =>
      unchangeable(),
    port_unbridge: () => unchangeable(),
    port_dhcp_acquire: () => unchangeable(),
    port_addr_add: (_address: number) => unchangeable(),
    port_addr_remove: (_address: number) => unchangeable(),
    port_addr_clear: () => unchangeable(),
    port_gateway_set: (_address: number) => unchangeable(),
    port_route_add: (_cidr: number, _router: number, _preferred: number, _expires: number) => unchangeable(),
    port_route_remove: (_cidr: number) => unchangeable(),
    port_route_clear: () => unchangeable(),
    port_addr_list: (_addresses: number, count: number) => none(count),
    port_route_list: (_routes: number, count: number) => none(count),
    /** All zeros, as of the loopback interface. */
    port_mac(result: number): number {
      const at = memory.range(result, MAC_BYTES);
      memory.bytes.fill(0, at, at + MAC_BYTES);
      return SUCCESS;
    },
  };
}
