import {
  BanList,
  BanRequest,
  BansRequest,
  BanState,
  StoredKey,
  KeyRevoked,
  KeyRevokeRequest,
  KeysRevoked,
  KeysRevokeRequest,
  KeysListed,
  KeyShowRequest,
  KeysListRequest,
  WalletLinked,
  WalletLinkRequest,
} from './access-commands';
import { AuditListRequest, AuditPage } from './audit-commands';
import { CatalogBatch, CatalogBatchResult, ProfileBatch, ProfilesStored } from './import-commands';
import { LEDGER_COMMANDS } from './ledger-commands';
import { LimitSetRequest, LimitsShown, LimitState } from './limits-commands';
import {
  MarketRequest,
  MarketResolveRequest,
  MarketSetRequest,
  MarketsListRequest,
  MarketsPage,
  MarketState,
} from './market-commands';
import { MoneyReport, MoneyReportRequest } from './report-commands';
import { RESOLUTION_COMMANDS } from './resolution-commands';
import { RewardsPaid, RewardsPayRequest, RewardsReport, RewardsReportRequest } from './rewards-commands';
import { DeadLettersDropped, DeadLetters, DeadLettersReplayed, DeadLettersRequest } from './dead-letters-commands';
import {
  DoctorReport,
  EventsReread,
  NoParameters,
  RebuildStarted,
  Replayed,
  ReplayRequest,
  type ServiceName,
} from './service-commands';

interface OpsCommandSpec {
  readonly request: new () => object;
  readonly reply: new () => object;
  readonly summary: string;
  /** Read only: the audit does not record it. */
  readonly isRead?: true;
}

/** The service's name in sentences. */
const TITLES: Readonly<Record<ServiceName, string>> = { clob: 'trading', gamma: 'catalog', data: 'data' };

type Named<S extends ServiceName, Specs> = { readonly [K in keyof Specs & string as `ops.${S}.${K}`]: Specs[K] };

/** Commands that more than one service has, under the names of one of them. */
function named<S extends ServiceName, const Specs extends Readonly<Record<string, OpsCommandSpec>>>(
  service: S,
  specs: Specs,
): Named<S, Specs> {
  const entries = Object.entries(specs).map(([name, spec]) => [`ops.${service}.${name}`, spec]);
  return Object.fromEntries(entries) as Named<S, Specs>;
}

const limitCommands = <S extends ServiceName>(service: S) =>
  named(service, {
    'limits.show': {
      request: NoParameters,
      reply: LimitsShown,
      summary: `Show the request limits of the ${TITLES[service]} service`,
      isRead: true,
    },
    'limits.set': {
      request: LimitSetRequest,
      reply: LimitState,
      summary: `Change a request limit of the ${TITLES[service]} service`,
    },
  });

const auditCommands = <S extends ServiceName>(service: S) =>
  named(service, {
    'audit.list': {
      request: AuditListRequest,
      reply: AuditPage,
      summary: `List the operator commands that the ${TITLES[service]} service received`,
      isRead: true,
    },
  });

const deadLetterCommands = <S extends ServiceName>(service: S) =>
  named(service, {
    'set-aside.list': {
      request: DeadLettersRequest,
      reply: DeadLetters,
      summary: `List the events that the ${TITLES[service]} service could not apply`,
      isRead: true,
    },
    'set-aside.replay': {
      request: DeadLettersRequest,
      reply: DeadLettersReplayed,
      summary: `Apply the dead-lettered events of the ${TITLES[service]} service again`,
    },
    'set-aside.drop': {
      request: DeadLettersRequest,
      reply: DeadLettersDropped,
      summary: `Drop dead-lettered events of the ${TITLES[service]} service`,
    },
  });

/**
 * Every operator command: NATS request and reply on `{prefix}.operator.{actor}.{name}`, which only that operator's NATS user may
 * publish to. The second part of a name is the service that executes it. Why: docs/decisions/operator-commands.md.
 */
export const OPS_COMMANDS = {
  'ops.clob.markets.list': { request: MarketsListRequest, reply: MarketsPage, summary: 'List order-book markets', isRead: true },
  'ops.clob.markets.pause': { request: MarketRequest, reply: MarketState, summary: 'Stop taking orders for a market' },
  'ops.clob.markets.resume': { request: MarketRequest, reply: MarketState, summary: 'Take orders for a paused market again' },
  'ops.clob.markets.close': { request: MarketRequest, reply: MarketState, summary: 'End trading in a market' },
  'ops.clob.markets.resolve': {
    request: MarketResolveRequest,
    reply: MarketState,
    summary: 'Resolve a market: cancel its orders, pay the winners',
  },
  'ops.clob.markets.set': {
    request: MarketSetRequest,
    reply: MarketState,
    summary: "Change a market's tick, fee, minimum, delay or rewards",
  },
  ...RESOLUTION_COMMANDS,
  ...LEDGER_COMMANDS,
  'ops.clob.report': {
    request: MoneyReportRequest,
    reply: MoneyReport,
    summary: 'Report fees, payments to makers, credits and debits of a period, and the ledger as it is',
    isRead: true,
  },
  'ops.clob.wallets.link': {
    request: WalletLinkRequest,
    reply: WalletLinked,
    summary: 'Let a key holder sign for a proxy, safe or deposit wallet',
  },
  'ops.clob.keys.list': {
    request: KeysListRequest,
    reply: KeysListed,
    summary: 'Show the API keys of an address, and what each may do',
    isRead: true,
  },
  'ops.clob.keys.show': {
    request: KeyShowRequest,
    reply: StoredKey,
    summary: 'Show what an API key may do, and whose it is',
    isRead: true,
  },
  'ops.clob.keys.revoke': { request: KeyRevokeRequest, reply: KeyRevoked, summary: 'Revoke an API key' },
  'ops.clob.keys.revoke-all': { request: KeysRevokeRequest, reply: KeysRevoked, summary: 'Revoke every API key of an address' },
  'ops.clob.keys.ban': {
    request: BanRequest,
    reply: BanState,
    summary: 'Ban an address, restrict it to closing positions, or lift a ban',
  },
  'ops.clob.keys.bans': { request: BansRequest, reply: BanList, summary: 'List bans', isRead: true },
  'ops.clob.rewards.report': {
    request: RewardsReportRequest,
    reply: RewardsReport,
    summary: "Total each maker's liquidity rewards of a day",
    isRead: true,
  },
  'ops.clob.rewards.pay': {
    request: RewardsPayRequest,
    reply: RewardsPaid,
    summary: 'Pay makers what they earned on a day: rewards, and rebates of fees',
  },
  ...limitCommands('clob'),
  'ops.clob.facts.replay': { request: ReplayRequest, reply: Replayed, summary: 'Publish the trading events again' },
  'ops.clob.facts.reread': {
    request: NoParameters,
    reply: EventsReread,
    summary: 'Apply the catalog events again from the first one',
  },
  ...auditCommands('clob'),
  'ops.clob.doctor': {
    request: NoParameters,
    reply: DoctorReport,
    summary: 'Check the invariants of the trading record',
    isRead: true,
  },
  ...deadLetterCommands('clob'),
  'ops.gamma.catalog.import': {
    request: CatalogBatch,
    reply: CatalogBatchResult,
    summary: 'Load a batch of events or markets into the catalog',
  },
  ...limitCommands('gamma'),
  'ops.gamma.facts.replay': { request: ReplayRequest, reply: Replayed, summary: 'Publish the catalog events again' },
  'ops.gamma.facts.reread': {
    request: NoParameters,
    reply: EventsReread,
    summary: 'Take back what trading events came to, and apply them again from the first one',
  },
  ...deadLetterCommands('gamma'),
  ...auditCommands('gamma'),
  'ops.gamma.doctor': {
    request: NoParameters,
    reply: DoctorReport,
    summary: 'Check the invariants of the catalog',
    isRead: true,
  },
  'ops.data.profiles.import': {
    request: ProfileBatch,
    reply: ProfilesStored,
    summary: 'Load the names, bios and pictures of wallets',
  },
  ...limitCommands('data'),
  'ops.data.projections.rebuild': {
    request: NoParameters,
    reply: RebuildStarted,
    summary: "Build the data service's tables again from the events",
  },
  ...deadLetterCommands('data'),
  ...auditCommands('data'),
  'ops.data.doctor': {
    request: NoParameters,
    reply: DoctorReport,
    summary: 'Check the invariants of the projections',
    isRead: true,
  },
} as const satisfies Readonly<Record<`ops.${ServiceName}.${string}`, OpsCommandSpec>>;

type OpsCommands = typeof OPS_COMMANDS;
export type OpsCommandName = keyof OpsCommands;
export type OpsRequest<N extends OpsCommandName> = InstanceType<OpsCommands[N]['request']>;
export type OpsResult<N extends OpsCommandName> = InstanceType<OpsCommands[N]['reply']>;
/** Every reply is either the result or one sentence that says what to change. */
export type OpsReply<N extends OpsCommandName> =
  { readonly ok: true; readonly result: OpsResult<N> } | { readonly ok: false; readonly error: string };

/** The commands that a service executes. */
export function opsCommandsOf(surface: ServiceName): readonly OpsCommandName[] {
  return opsCommandNames().filter((name) => serviceOfCommand(name) === surface);
}

export function opsCommandNames(): readonly OpsCommandName[] {
  return Object.keys(OPS_COMMANDS).filter(isOpsCommandName);
}

function isOpsCommandName(name: string): name is OpsCommandName {
  return Object.hasOwn(OPS_COMMANDS, name);
}

/** Whether a command is read only, so that the audit does not record it. */
export function isReadCommand(name: OpsCommandName): boolean {
  const spec: OpsCommandSpec = OPS_COMMANDS[name];
  return spec.isRead === true;
}

/** The service of a command, from its name. */
export function serviceOfCommand(name: OpsCommandName): string {
  return name.split('.')[1] ?? name;
}
