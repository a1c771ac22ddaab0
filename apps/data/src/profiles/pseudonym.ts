import { createHash } from 'node:crypto';

const MANNERS = [
  'Amber', 'Bold', 'Brisk', 'Calm', 'Candid', 'Clever', 'Copper', 'Coral', 'Crisp', 'Dapper', 'Deft', 'Dusky', 'Eager', 'Earnest', 'Fabled', 'Frosty',
  'Gentle', 'Gilded', 'Golden', 'Hardy', 'Hazel', 'Humble', 'Indigo', 'Ivory', 'Jolly', 'Keen', 'Lively', 'Lucid', 'Lunar', 'Merry', 'Mellow', 'Misty',
  'Nimble', 'Noble', 'Northern', 'Olive', 'Opal', 'Patient', 'Placid', 'Plucky', 'Prudent', 'Quiet', 'Rapid', 'Ready', 'Rustic', 'Sable', 'Scarlet', 'Serene',
  'Sharp', 'Silent', 'Silver', 'Sincere', 'Solar', 'Spry', 'Steady', 'Sunny', 'Swift', 'Tidy', 'Tranquil', 'Umber', 'Velvet', 'Vivid', 'Wary', 'Witty',
] as const;
const CREATURES = [
  'Albatross', 'Badger', 'Beaver', 'Bison', 'Bittern', 'Caribou', 'Civet', 'Condor', 'Cormorant', 'Crane', 'Curlew', 'Dolphin', 'Dormouse', 'Egret', 'Elk', 'Falcon',
  'Ferret', 'Finch', 'Fox', 'Gannet', 'Gazelle', 'Gecko', 'Goshawk', 'Grouse', 'Hare', 'Harrier', 'Heron', 'Hoopoe', 'Ibex', 'Ibis', 'Jackdaw', 'Kestrel',
  'Kingfisher', 'Kite', 'Lapwing', 'Lark', 'Lynx', 'Magpie', 'Marten', 'Merlin', 'Mink', 'Moose', 'Newt', 'Ocelot', 'Osprey', 'Otter', 'Owl', 'Pelican',
  'Petrel', 'Pika', 'Plover', 'Puffin', 'Quail', 'Raven', 'Redstart', 'Salmon', 'Seal', 'Sparrow', 'Stoat', 'Swift', 'Tapir', 'Tern', 'Vole', 'Wren',
] as const;

/** Pages show the same wallets again and again, and a digest costs more than the rest of their row. */
const MEMORY_MAX = 100_000;
const remembered = new Map<string, string>();

/** A wallet's pseudonym, e.g. "Quiet-Heron-4821": always the same for the same address, whatever its case. Not unique by promise. */
export function pseudonymOf(address: string): string {
  const known = remembered.get(address);
  if (known !== undefined) return known;
  if (remembered.size >= MEMORY_MAX) remembered.clear();
  const made = pseudonymFrom(createHash('sha256').update(address.toLowerCase()).digest());
  remembered.set(address, made);
  return made;
}

function pseudonymFrom(digest: Buffer): string {
  const manner = MANNERS[digest.readUInt8(0) % MANNERS.length] ?? MANNERS[0];
  const creature = CREATURES[digest.readUInt8(1) % CREATURES.length] ?? CREATURES[0];
  return `${manner}-${creature}-${1000 + (digest.readUInt32BE(2) % 9000)}`;
}
