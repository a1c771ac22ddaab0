import { documentOf } from '@foretell/platform-server';
import { API } from './api';
import { readGammaConfig } from './gamma.config';
import { createGammaService } from './service';

/** The service's OpenAPI document. */
export function openApi(): Promise<object> {
  return documentOf((environment) => createGammaService(readGammaConfig(environment)), API);
}
