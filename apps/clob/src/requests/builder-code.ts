import { bytes32Of, type Address, type Bytes32 } from '@foretell/signing';

/** A builder's code in signed orders: its address, left-padded to 32 bytes. Source: protocol 4.3. */
export function builderCodeOf(address: Address): Bytes32 {
  const bytes = Buffer.alloc(32);
  bytes.write(address.slice(2), 12, 'hex');
  return bytes32Of(bytes);
}
