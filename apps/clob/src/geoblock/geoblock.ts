import { Inject, Injectable } from '@nestjs/common';
import type { GeoblockAnswer } from '@foretell/contracts';
import { clientAddress, HttpFailure, plainAddress } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';

/** What proxies send for an unknown country; also assumed when they send nothing. */
const UNKNOWN = 'XX';

/** Where orders are accepted from, by the location that the operator's own proxy reports. Source: docs/clients.md. */
@Injectable()
export class Geoblock {
  constructor(@Inject(CLOB_CONFIG) private readonly config: Pick<ClobConfig, 'geoblock' | 'trustedProxies'>) {}

  /** The caller's place, and whether orders from there are refused. */
  of(request: IncomingMessage): GeoblockAnswer {
    const { places, countryHeader, regionHeader } = this.config.geoblock;
    const ip = plainAddress(clientAddress(request, this.config.trustedProxies));
    // Without a proxy in front, the client controls the headers.
    if (this.config.trustedProxies === 0) return { blocked: false, ip, country: '', region: '' };
    const country = said(request, countryHeader) || UNKNOWN;
    const region = said(request, regionHeader);
    return { blocked: places.has(country) || places.has(`${country}-${region}`), ip, country, region };
  }

  /** Throws a 403 where orders are refused. */
  requireOpen(request: IncomingMessage): void {
    if (this.config.geoblock.places.size === 0) return;
    const { blocked, country, region } = this.of(request);
    if (blocked) throw new HttpFailure(403, 'Trading restricted in your region', 'region_restricted', { country, region });
  }
}

function said(request: IncomingMessage, header: string): string {
  const value = request.headers[header];
  return typeof value === 'string' && /^[A-Za-z0-9]{1,3}$/.test(value) ? value.toUpperCase() : '';
}
