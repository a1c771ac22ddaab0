import { Controller, Get, Module, Req, Res, type DynamicModule, type InjectionToken, type ModuleMetadata } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { OperatorStatus, type ServiceName } from '@foretell/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoded } from '../encoded';
import { HttpFailure } from '../http-failure';
import { bringsKey } from './operator-key';
import { OPERATOR_SOURCES, type OperatorSources } from './operator-sources';
import { OPERATED_SERVICE, OperatorView } from './operator-view';

export interface OperatorOptions<T extends unknown[]> {
  readonly service: ServiceName;
  /** SHA-256 of the key; null: the operator's view is disabled. */
  readonly keyDigest: Buffer | null;
  /** The class of the service's error body. */
  readonly failure: new () => object;
  /** The modules that export the sources. */
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  readonly inject: { readonly [K in keyof T]: InjectionToken<T[K]> };
  readonly sources: (...from: T) => OperatorSources;
}

/**
 * `GET /operator/status`: the state of the service, for holders of the operator's key. Read-only. Source:
 * docs/decisions/operator-view.md.
 */
@Module({})
export class OperatorModule {
  static forRoot<T extends unknown[]>({ service, keyDigest, failure, ...from }: OperatorOptions<T>): DynamicModule {
    return {
      module: OperatorModule,
      imports: [...(from.imports ?? [])],
      controllers: [controllerOf(keyDigest, failure)],
      providers: [
        OperatorView,
        { provide: OPERATED_SERVICE, useValue: service },
        { provide: OPERATOR_SOURCES, inject: [...from.inject], useFactory: from.sources },
      ],
    };
  }
}

function controllerOf(keyDigest: Buffer | null, failure: new () => object): new (view: OperatorView) => object {
  @ApiTags('operator')
  @ApiBearerAuth('operatorKey')
  @Controller('operator')
  class OperatorController {
    constructor(private readonly view: OperatorView) {}

    @Get('status')
    @ApiOperation({ operationId: 'getOperatorStatus', summary: 'The state of the service, for its operator' })
    @ApiOkResponse({ type: OperatorStatus })
    @ApiUnauthorizedResponse({ type: failure, description: 'The operator’s key is missing or wrong' })
    @ApiNotFoundResponse({
      type: failure,
      description: 'This service has no operator’s view: OPERATOR_VIEW_KEY_SHA256 is not set',
    })
    status(
      @Req() request: IncomingMessage,
      @Res({ passthrough: true }) response: ServerResponse,
    ): Promise<Encoded<OperatorStatus>> {
      if (keyDigest === null) throw new HttpFailure(404, 'not found', 'not_found');
      if (!bringsKey(keyDigest, request)) throw UNPROVEN;
      response.setHeader('Cache-Control', 'no-store');
      return this.view.status();
    }
  }
  return OperatorController;
}

const UNPROVEN = new HttpFailure(401, "the operator's key is missing or wrong", 'operator_key_wrong', undefined, {
  'WWW-Authenticate': 'Bearer',
});
